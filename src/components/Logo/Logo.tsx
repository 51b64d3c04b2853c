import classes from "./Logo.module.css";

/**
 * Angles, in degrees, of the six teeth of the tape reel; they also stand for six people in a
 * circle.
 */
const TEETH = [0, 60, 120, 180, 240, 300];

function Mark({ size = 40 }: { size?: number }) {
  return (
    <svg
      viewBox="2 2 60 60"
      width={size}
      height={size}
      aria-hidden="true"
      className={classes.mark}
    >
      <circle cx="32" cy="32" r="30" className={classes.disc} />
      <circle cx="32" cy="32" r="19" className={classes.hole} />
      {TEETH.map((angle) => (
        <rect
          key={angle}
          x="28.5"
          y="12"
          width="7"
          height="10"
          rx="2"
          className={classes.disc}
          transform={`rotate(${angle} 32 32)`}
        />
      ))}
      <circle cx="32" cy="32" r="3.4" className={classes.pin} />
    </svg>
  );
}

interface LogoProps {
  name: string;
  size?: number;
}

export function Logo({ name, size = 40 }: LogoProps) {
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.word}>{name}</span>
    </span>
  );
}
