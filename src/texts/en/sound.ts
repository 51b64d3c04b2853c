export const sound = {
  voice: "Voice sound",
  sounds: {
    dry: "Dry",
    clean: "Clean",
    warm: "Warm",
    hall: "Hall",
    phone: "Phone",
  },
  clipping: "Too loud for the microphone. Move back a little.",
  clipped:
    "Parts of this take were too loud for the microphone and may crackle. Move back a little and record again?",
  equal: "Equal loudness",
  isEqual: "Everything plays equally loud.",
  isAsUploaded: "Everything plays as loud as it was uploaded.",
};
