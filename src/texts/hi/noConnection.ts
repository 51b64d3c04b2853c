export const noConnection = "कनेक्शन नहीं है। ऑनलाइन आने पर फिर कोशिश करें।";
