import { useId } from "react";
import { VOICE_SOUNDS, type VoiceSound } from "../../../audio/store/voiceMix";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./SoundTiles.module.css";

interface SoundTilesProps {
  sound: VoiceSound;
  onChange: (sound: VoiceSound) => void;
}

/** The sounds that a voice can have, as tiles. One tap chooses one and, during a preview, plays it. */
export function SoundTiles({ sound, onChange }: SoundTilesProps) {
  const t = useTexts("sound");
  const name = useId();
  return (
    <fieldset className={classes.sounds}>
      <legend className={classes.legend}>{t.voice}</legend>
      <div className={classes.tiles}>
        {VOICE_SOUNDS.map((each) => (
          <label key={each} className={classes.tile}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              value={each}
              checked={each === sound}
              onChange={() => onChange(each)}
            />
            {t.sounds[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
