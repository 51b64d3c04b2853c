export const micCheck = {
  door: "Section and mic check",
  open: "Check the microphone",
  firstTime:
    "First take on these devices? Check how you come across; it takes six seconds.",
  title: "Mic check",
  speak: "Rap a few words as loud as you will in the take.",
  silent:
    "Your microphone sends no sound. Check its switch or the system settings.",
  quiet: "Too quiet: come closer, or turn the microphone up.",
  good: "Good level.",
  loud: "Too loud: step back, or turn the microphone down.",
  level: "Level now",
  bluetooth:
    "These look like Bluetooth devices. They run late and sound worse while recording: use wired ones, or run the sync check below.",
  sync: "To land on the beat, run the sync check below once on these devices.",
  failed:
    "The microphone could not be opened. Allow it in the browser and try again.",
  cancel: "Stop checking",
};
