import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

/** An issuer of tokens that the test app trusts. */
export class TestIssuer {
  /** For the variable TEST_JWKS. */
  readonly jwks: string;
  readonly #privateKey: CryptoKey;

  private constructor(jwks: string, privateKey: CryptoKey) {
    this.jwks = jwks;
    this.#privateKey = privateKey;
  }

  static async make(): Promise<TestIssuer> {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const keys = JSON.stringify({ keys: [await exportJWK(publicKey)] });
    const base64 = Buffer.from(keys).toString("base64");
    return new TestIssuer(`data:application/json;base64,${base64}`, privateKey);
  }

  tokenOf(subject: string, lifetimeSeconds = 3600): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: "https://issuer.example",
      sub: subject,
      iat: now,
      exp: now + lifetimeSeconds,
    })
      .setProtectedHeader({ alg: "ES256" })
      .sign(this.#privateKey);
  }
}
