export const micCheck = {
  door: "Section and mic check",
  open: "Check the microphone",
  ask: "Check headphones, level and sync",
  firstTime: "First take on these devices?",
  title: "Mic check",
  hint: "Test your microphone. It takes six seconds.",
  speak: "Rap a few words as loud as you will in the take.",
  silent:
    "Your microphone sends no sound. Check its switch or the system settings.",
  quiet: "Too quiet: come closer, or turn the microphone up.",
  good: "Good level.",
  loud: "Too loud: step back, or turn the microphone down.",
  level: "Level",
  bluetooth:
    "These look like Bluetooth devices. They run late and sound worse while you record. Use wired ones, or run the sync check below.",
  failed:
    "The microphone could not be opened. Allow it in the browser and try again.",
  cancel: "Stop checking",
  again: "Check again",
  skip: "Skip",
  done: "Done",
};
