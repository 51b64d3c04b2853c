declare const process: { env: Record<string, string> };

export default {
  providers: [
    {
      type: "customJwt",
      issuer: "https://issuer.example",
      jwks: process.env.TEST_JWKS,
      algorithm: "ES256",
    },
  ],
};
