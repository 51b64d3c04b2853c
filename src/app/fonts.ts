// Each of these files covers a unicode-range, so a page without Devanagari never downloads the
// Devanagari file.
import "./fontFallbacks.css";
import "@fontsource/teko/500.css";
import "./teko700.css";
import "@fontsource/mukta/400.css";
import "@fontsource/mukta/600.css";
