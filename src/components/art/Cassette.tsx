import classes from "./Cassette.module.css";

const TEETH = [0, 60, 120, 180, 240, 300];

function Reel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 118)`}>
      <circle r="27" className={classes.paper} />
      <g className={classes.reel}>
        <circle r="21" className={classes.ink} />
        {TEETH.map((angle) => (
          <rect
            key={angle}
            x="-3.5"
            y="-22"
            width="7"
            height="10"
            rx="2"
            className={classes.paper}
            transform={`rotate(${angle})`}
          />
        ))}
      </g>
    </g>
  );
}

function Side({ letter }: { letter: string }) {
  return (
    <>
      <rect
        x="30"
        y="28"
        width="34"
        height="34"
        rx="4"
        className={classes.ink}
      />
      <text x="47" y="55" textAnchor="middle" className={classes.side}>
        {letter}
      </text>
    </>
  );
}

interface CassetteProps {
  title: string;
  subtitle: string;
  side?: string;
  /** Address of an image that is shown instead of the letter of the cassette's side. */
  picture?: string;
  /** If true, the reels turn. */
  isRunning?: boolean;
}

/** Maximum number of characters that fit on a line of the label. */
const LABEL_LENGTH = 24;

export function Cassette(props: CassetteProps) {
  const { title, subtitle, side = "A", picture, isRunning = false } = props;
  return (
    <svg
      viewBox="0 0 360 232"
      className={classes.cassette}
      data-running={isRunning || undefined}
      aria-hidden="true"
    >
      <path
        className={classes.shell}
        d="M16 4h328a12 12 0 0 1 12 12v200a12 12 0 0 1-12 12H16a12 12 0 0 1-12-12V16A12 12 0 0 1 16 4Z"
      />
      <rect
        x="22"
        y="20"
        width="316"
        height="150"
        rx="8"
        className={classes.label}
      />
      <path d="M22 96h316v14H22z" className={classes.red} />
      <path d="M22 110h316v14H22z" className={classes.green} />
      <path d="M22 124h316v14H22z" className={classes.ink} />
      {picture === undefined ? (
        <Side letter={side} />
      ) : (
        <image href={picture} x="28" y="26" width="38" height="38" />
      )}
      <path d="M74 44h250M74 64h250" className={classes.rule} />
      <text x="78" y="41" className={classes.title}>
        {shorten(title)}
      </text>
      <text x="78" y="62" className={classes.subtitle}>
        {shorten(subtitle)}
      </text>
      <rect
        x="82"
        y="84"
        width="196"
        height="68"
        rx="34"
        className={classes.ink}
      />
      <path d="M150 118h60" className={classes.tape} />
      <Reel x={118} />
      <Reel x={242} />
      <path d="m78 228 14-44h176l14 44Z" className={classes.foot} />
      <g className={classes.screws}>
        <circle cx="18" cy="18" r="4" />
        <circle cx="342" cy="18" r="4" />
        <circle cx="18" cy="214" r="4" />
        <circle cx="342" cy="214" r="4" />
        <circle cx="118" cy="208" r="6" />
        <circle cx="242" cy="208" r="6" />
      </g>
    </svg>
  );
}

function shorten(text: string): string {
  const letters = [...text];
  if (letters.length <= LABEL_LENGTH) return text;
  return `${letters.slice(0, LABEL_LENGTH - 1).join("")}…`;
}
