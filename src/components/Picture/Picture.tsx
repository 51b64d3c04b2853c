import { useMemo } from "react";
import { labelOf } from "../../../convex/shared/pictures/label";
import { stickerOf } from "../../../convex/shared/pictures/sticker";
import { svgUrl } from "../../lib/svgUrl";
import classes from "./Picture.module.css";

interface PictureProps {
  /** Id of the beat (for a label) or the person (for a sticker). */
  id: string;
  /** Width and height in pixels. Without it, the picture fills the width of its parent. */
  size?: number;
}

/** The picture of a person. It decorates the name next to it. */
export function Sticker({ id, size }: PictureProps) {
  const url = useMemo(() => svgUrl(stickerOf(id)), [id]);
  return <Picture url={url} size={size} />;
}

/** The picture of a beat. It decorates the title next to it. */
export function Label({ id, size }: PictureProps) {
  const url = useMemo(() => svgUrl(labelOf(id)), [id]);
  return <Picture url={url} size={size} />;
}

function Picture({ url, size }: { url: string; size?: number }) {
  return (
    <img
      src={url}
      alt=""
      width={size ?? 100}
      height={size ?? 100}
      className={classes.picture}
      data-fluid={size === undefined || undefined}
    />
  );
}
