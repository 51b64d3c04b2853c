/**
 * No private key exists, so no token is valid. The server still has to verify
 * each one.
 */
export const publicKeys = {
  keys: [
    {
      kty: "RSA",
      kid: "faults",
      alg: "RS256",
      use: "sig",
      e: "AQAB",
      n: "xYClXyLAc8NKgqSvvHGqMPqaVhdnKHrRcOlV4z2dh1ReQqMd9ZTpD1mh0gh6Eh-FY6ntZylkDChBUwIZ8-QiNSeoM2u0Z6NZW6w3T9Mh2u8HZN-pnJGEQzIZske12WjLWbt36QnHHL06jdg5wSYwu-OHBUbcPBRi1NjSRCnpzMeDuUJ_zku4LiLSoxBJg8KKClx6WHJuPIQzf9fuPc-Egijttz8r9mHioUOxMqADhOjjYxfE8yiWmtEcmdC-b1PDzH5Vsc3tbHk_pEcZ8C7OYyhd4g9518oK7bbIyk5rBmkndnRdU8OQlNo7066SjiyFJCQepIPYoOXq5APIB4IPlQ",
    },
  ],
};
