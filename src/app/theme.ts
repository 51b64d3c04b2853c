import {
  Button,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  createTheme,
} from "@mantine/core";
import classes from "./theme.module.css";

const haldi: MantineColorsTuple = [
  "#fff6df",
  "#ffe9b3",
  "#ffdb85",
  "#ffce57",
  "#ffc436",
  "#ffb915",
  "#e89a00",
  "#b97400",
  "#7f4600",
  "#4f2b00",
];

const sindoor: MantineColorsTuple = [
  "#ffece8",
  "#ffd0c8",
  "#ffab9d",
  "#ff8a72",
  "#f0654c",
  "#de4530",
  "#c92f1b",
  "#a92416",
  "#861a0f",
  "#5f1009",
];

const peacock: MantineColorsTuple = [
  "#e4f7f4",
  "#c2ece5",
  "#93ddd1",
  "#5cd6c3",
  "#2fb3a2",
  "#149486",
  "#0c6f66",
  "#0a5d55",
  "#074640",
  "#042f2b",
];

/** Mantine takes its dark surfaces from this scale. Ours is the warm ink of the posters. */
const dark: MantineColorsTuple = [
  "#f8eedc",
  "#dccdb3",
  "#c4b193",
  "#8d7a5e",
  "#5d4d3a",
  "#43372a",
  "#2a2219",
  "#1e1812",
  "#1a140f",
  "#14100c",
];

const gray: MantineColorsTuple = [
  "#fff9ec",
  "#f9f0dd",
  "#efe1c3",
  "#e4d3ae",
  "#d8c49e",
  "#a8926b",
  "#8a744f",
  "#665237",
  "#43341f",
  "#1d150c",
];

export const theme = createTheme({
  colors: { haldi, sindoor, peacock, dark, gray, red: sindoor },
  primaryColor: "haldi",
  primaryShade: { light: 5, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.34,
  black: "#1d150c",
  white: "#fffdf7",
  fontFamily: "var(--gc-font-text)",
  headings: {
    fontFamily: "var(--gc-font-display)",
    fontWeight: "700",
    sizes: {
      h1: { fontSize: "clamp(2.6rem, 9vw, 4rem)", lineHeight: "0.95" },
      h2: { fontSize: "2.1rem", lineHeight: "1" },
      h3: { fontSize: "1.6rem", lineHeight: "1.05" },
    },
  },
  defaultRadius: "sm",
  radius: { sm: "6px", md: "10px", lg: "12px" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // Every target is at least 44 px high, the smallest that is comfortable for a thumb.
    Button: Button.extend({
      defaultProps: { size: "md" },
      classNames: { label: classes.buttonLabel },
      vars: (_theme, { size = "md" }) => ({
        root: size === "md" ? { "--button-height": "46px" } : {},
      }),
    }),
    // `Input.extend` would bring the code of all fields to pages that have none.
    Input: {
      vars: (_theme: unknown, { size = "md" }: { size?: string }) => ({
        input: {},
        wrapper: size === "md" ? { "--input-height": "46px" } : {},
      }),
    },
    ActionIcon: { defaultProps: { size: 44, variant: "subtle" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    Modal: {
      classNames: { title: classes.modalTitle, content: classes.modal },
      defaultProps: {
        centered: true,
        radius: "lg",
        padding: "lg",
        // Without this role, the dialog's <header> would be announced as a second page banner.
        attributes: { header: { role: "presentation" } },
      },
    },
    Anchor: {
      classNames: { root: classes.link },
      defaultProps: { underline: "hover" },
    },
  },
});

/**
 * Replaces colours that Mantine would derive, so that they stay readable in both colour schemes.
 */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--gc-bg)",
    "--mantine-color-text": "var(--gc-text)",
    "--mantine-color-dimmed": "var(--gc-muted)",
    "--mantine-color-anchor": "var(--gc-accent-text)",
    "--mantine-color-error": "var(--gc-red-text)",
    "--mantine-color-placeholder": "var(--gc-muted)",
    "--mantine-color-default": "var(--gc-surface)",
    "--mantine-color-default-hover": "var(--gc-raised)",
    "--mantine-color-default-color": "var(--gc-text)",
    "--mantine-color-default-border": "var(--gc-line-strong)",
    "--mantine-color-haldi-text": "var(--gc-accent-text)",
    "--mantine-color-haldi-light-color": "var(--gc-accent-text)",
    "--mantine-color-haldi-outline": "var(--gc-accent-text)",
    "--mantine-color-sindoor-text": "var(--gc-red-text)",
    "--mantine-color-sindoor-light-color": "var(--gc-red-text)",
    "--mantine-color-sindoor-outline": "var(--gc-red-text)",
    "--mantine-color-sindoor-filled": "var(--gc-sindoor)",
    "--mantine-color-sindoor-filled-hover": "#a92416",
    "--mantine-color-red-text": "var(--gc-red-text)",
    "--mantine-color-red-light-color": "var(--gc-red-text)",
    "--mantine-color-red-outline": "var(--gc-red-text)",
    "--mantine-color-peacock-text": "var(--gc-green-text)",
    "--mantine-color-peacock-light-color": "var(--gc-green-text)",
    "--mantine-color-peacock-outline": "var(--gc-green-text)",
    "--mantine-color-peacock-filled": "var(--gc-peacock)",
  };
  return { variables: {}, light: shared, dark: shared };
};
