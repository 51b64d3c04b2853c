// Each file names its letters by unicode-range, so a page without Devanagari never fetches it.
import "./fontFallbacks.css";
import "@fontsource/teko/500.css";
import "@fontsource/teko/700.css";
import "@fontsource/mukta/400.css";
import "@fontsource/mukta/600.css";
