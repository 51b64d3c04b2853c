import type { Translated } from "../texts";
import type { proof as en } from "../en/proof";

export const proof: Translated<typeof en> = {
  stored: (date) => `${date} को सहेजी गई। फ़ाइल का SHA-256:`,
  meaning:
    "यह अपलोड की गई फ़ाइल की पहचान है। एक ही फ़ाइल से हमेशा यही पहचान बनती है। इससे दिखता है कि फ़ाइल उस समय तक मौजूद थी।",
  copy: "पहचान कॉपी करें",
  copied: "पहचान कॉपी हो गई।",
  copyFailed: (digest) => `कॉपी नहीं हो सकी: ${digest}`,
};
