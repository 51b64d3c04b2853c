import type { IncomingMessage } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { ANYONE } from "../runtime/contract/callers.ts";
import type {
  Caller,
  HttpActionResponse,
} from "../runtime/contract/runtime.ts";
import { SharedAnswers } from "./sharedAnswers.ts";

const runtime = {
  ...{ deployment: null as never, environment: {}, publishedTs: "1" },
};
let answers: SharedAnswers;
let compressions = 0;

beforeEach(() => {
  runtime.publishedTs = "1";
  compressions = 0;
  answers = new SharedAnswers(runtime, (bytes) => {
    compressions += 1;
    return Promise.resolve(new Uint8Array(gzipSync(bytes)));
  });
});

const ask = (headers: Record<string, string> = {}, url = "/listen/a") =>
  ({
    method: "GET",
    url,
    headers: { host: "x", ...headers },
  }) as unknown as IncomingMessage; // the code under test reads only these

const PUBLIC = ["Cache-Control", "public, max-age=60"] as const;

const answerWith = (
  headers: HttpActionResponse["headers"] = [PUBLIC],
  text = "page",
): HttpActionResponse => ({ status: 200, headers, body: Buffer.from(text) });

/** Answers a request by running an action. */
const run = (request: IncomingMessage, answer = answerWith()) =>
  answers.answer(request, ANYONE, () => Promise.resolve(answer));

const textOf = (answer: HttpActionResponse | null) =>
  answer && Buffer.from(answer.body as Uint8Array).toString();

/** An action whose runs end when the test says so. */
function slowAction() {
  const ends: ((text?: string) => void)[] = [];
  const action = () =>
    new Promise<HttpActionResponse>((resolve) => {
      ends.push((text) => {
        resolve(answerWith(undefined, text));
      });
    });
  return { ends, action };
}

const passTurn = () => new Promise((resolve) => setImmediate(resolve));

test("an answer that everybody may share is kept until the next commit", async () => {
  await run(ask());
  expect(answers.find(ask())).toMatchObject({ status: 200 });
  expect(answers.find(ask({}, "/listen/b"))).toBeNull();
  runtime.publishedTs = "2";
  expect(answers.find(ask())).toBeNull();
});

test("an answer that a commit has overtaken is not kept", async () => {
  await answers.answer(ask(), ANYONE, () => {
    runtime.publishedTs = "2";
    return Promise.resolve(answerWith());
  });
  expect(answers.find(ask())).toBeNull();
});

test("a commit that changes none of what the action asked runs no action again", async () => {
  let isSame = true;
  const askers: Caller[] = [];
  const holds = (caller: Caller) => {
    askers.push(caller);
    return Promise.resolve(isSame);
  };
  const { ends, action } = slowAction();
  await run(ask(), { ...answerWith(), holds });
  runtime.publishedTs = "2";
  const somebody: Caller = { ...ANYONE, ip: "10.0.0.1" };
  const two = [1, 2].map(() => answers.answer(ask(), somebody, action));
  expect((await Promise.all(two)).map(textOf)).toEqual(["page", "page"]);
  // Each turn runs the action once, as the caller who came for it.
  expect(askers).toEqual([somebody, somebody]);
  expect(textOf(answers.find(ask()))).toBe("page");
  runtime.publishedTs = "3";
  isSame = false;
  expect(answers.find(ask())).toBeNull();
  const changed = answers.answer(ask(), somebody, action);
  await passTurn();
  ends[0]?.("changed");
  expect(textOf(await changed)).toBe("changed");
});

test("an answer is not asked for again after a push or a commit during the questions", async () => {
  const during = { ts: "2" };
  const holds = () => {
    runtime.publishedTs = during.ts;
    return Promise.resolve(true);
  };
  const first = { ...answerWith(), holds };
  await run(ask(), first);
  runtime.publishedTs = "2";
  during.ts = "3";
  const again = await run(ask(), answerWith(undefined, "other"));
  expect(textOf(again)).toBe("page");
  expect(answers.find(ask())).toBeNull();
  runtime.environment = {};
  const pushed = await run(ask(), answerWith(undefined, "other"));
  expect(textOf(pushed)).toBe("other");
});

test("is kept no longer than it says, and a minute at most", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await run(ask(), answerWith([["cache-control", "public, max-age=3600"]]));
  vi.setSystemTime(Date.now() + 59_000);
  expect(answers.find(ask())).not.toBeNull();
  vi.setSystemTime(Date.now() + 2_000);
  expect(answers.find(ask())).toBeNull();
  vi.useRealTimers();
});

test("is kept for each value of the headers that it names", async () => {
  const vary = [PUBLIC, ["Vary", "Accept-Language"]] as const;
  const hindi = ask({ "accept-language": "hi" });
  const odd = ask({ "accept-language": "x-stranger" });
  await run(odd, answerWith(vary, "odd"));
  await run(hindi, answerWith(vary, "नमस्ते"));
  expect(textOf(answers.find(hindi))).toBe("नमस्ते");
  expect(textOf(answers.find(odd))).toBe("odd");
  expect(answers.find(ask({ "accept-language": "en" }))).toBeNull();
});

test("hosts and methods have answers of their own", async () => {
  await run(ask());
  expect(answers.find(ask({ host: "evil.example" }))).toBeNull();
  const head = { ...ask(), method: "HEAD" } as IncomingMessage;
  expect(answers.find(head)).toBeNull();
});

test.each([
  [["Cache-Control", "no-store"]],
  [["Cache-Control", "private, max-age=60"]],
  [PUBLIC, ["Set-Cookie", "a=1"]],
  [PUBLIC, ["Vary", "*"]],
  [],
] as const)("is not kept with the headers %j", async (...headers) => {
  await run(ask(), answerWith(headers));
  expect(answers.find(ask())).toBeNull();
});

test("other states, streams and large bodies are not kept", async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>();
  const large = new Uint8Array((1 << 20) + 1);
  for (const other of [{ status: 404 }, { body }, { body: large }]) {
    await run(ask(), { ...answerWith(), ...other });
    expect(answers.find(ask())).toBeNull();
  }
});

test("a request with a token neither keeps nor gets a shared answer", async () => {
  const signedIn = ask({ authorization: "Bearer a" });
  await run(signedIn);
  expect(answers.find(ask())).toBeNull();
  await run(ask());
  expect(answers.find(signedIn)).toBeNull();
});

test.each(["cookie", "range", "if-modified-since"])(
  "a request with %s is no way around the shared answer",
  async (name) => {
    await run(ask());
    expect(textOf(answers.find(ask({ [name]: "a" })))).toBe("page");
  },
);

test("a client that has the answer gets no bytes again", async () => {
  await run(ask(), answerWith([PUBLIC, ["ETag", '"1"']]));
  const again = answers.find(ask({ "if-none-match": '"1"' }));
  expect(again).toMatchObject({ status: 304 });
  expect(textOf(again)).toBe("");
  expect(answers.find(ask({ "if-none-match": '"0"' }))?.status).toBe(200);
});

test("strangers who ask for a thousand other addresses do not keep one out", async () => {
  await run(ask());
  for (let n = 0; n < 1_500; n++) {
    await run(ask({}, `/listen/a?${n}`));
    answers.find(ask());
  }
  expect(answers.find(ask())).not.toBeNull();
  await run(ask({}, "/listen/b"));
  expect(answers.find(ask({}, "/listen/b"))).not.toBeNull();
});

test("whoever frees the bytes of an answer frees a copy", async () => {
  await run(ask());
  const body = answers.find(ask())?.body as Uint8Array<ArrayBuffer>; // there was an answer
  body.buffer.transfer(0);
  expect(textOf(answers.find(ask()))).toBe("page");
});

test("is compressed once for all who share it, and each gets a copy", async () => {
  await run(ask());
  for (let reader = 0; reader < 3; reader++) {
    const bytes = await answers.find(ask())?.gzipped?.();
    expect(gunzipSync(bytes ?? "").toString()).toBe("page");
    bytes?.buffer.transfer(0);
  }
  expect(compressions).toBe(1);
  runtime.publishedTs = "2";
  expect(answers.find(ask())).toBeNull();
  await run(ask(), answerWith(undefined, "other"));
  const bytes = await answers.find(ask())?.gzipped?.();
  expect(gunzipSync(bytes ?? "").toString()).toBe("other");
});

test("while commits follow each other, all that arrive during a run share the next", async () => {
  await run(ask());
  const { ends, action } = slowAction();
  const first = answers.answer(ask(), ANYONE, action);
  const others = Array.from({ length: 50 }, () =>
    answers.answer(ask(), ANYONE, action),
  );
  runtime.publishedTs = "2";
  expect(ends).toHaveLength(1);
  ends[0]?.("before");
  expect(textOf(await first)).toBe("before");
  await passTurn();
  expect(ends).toHaveLength(2);
  runtime.publishedTs = "3";
  ends[1]?.("after");
  const texts = (await Promise.all(others)).map(textOf);
  expect(new Set(texts)).toEqual(new Set(["after"]));
  expect(ends).toHaveLength(2);
});

test("when a shared run fails or becomes personal, each runs for itself", async () => {
  await run(ask());
  const { ends, action } = slowAction();
  const first = answers.answer(ask(), ANYONE, action);
  let runs = 0;
  const own = () => {
    runs += 1;
    const headers = [["Cache-Control", "private"]] as const;
    return Promise.resolve(answerWith(headers, `own ${runs}`));
  };
  const others = [
    answers.answer(ask(), ANYONE, own),
    answers.answer(ask(), ANYONE, own),
  ];
  ends[0]?.("page");
  await first;
  const texts = (await Promise.all(others)).map(textOf);
  expect(texts.sort()).toEqual(["own 1", "own 2"]);
});

test("nobody waits long for a run that stands in another's line", async () => {
  await run(ask());
  runtime.publishedTs = "2";
  const { ends, action } = slowAction();
  const first = answers.answer(ask(), ANYONE, action);
  const second = await answers.answer(ask(), ANYONE, () =>
    Promise.resolve(answerWith(undefined, "own")),
  );
  expect(textOf(second)).toBe("own");
  ends[0]?.("late");
  expect(textOf(await first)).toBe("late");
});

test("an answer from before a variable was changed is not kept", async () => {
  await run(ask());
  runtime.environment = {};
  expect(answers.find(ask())).toBeNull();
});

test("answers of earlier code are let go, also those that come late", async () => {
  const { environment } = runtime;
  const holds = () => Promise.resolve(true);
  await run(ask(), { ...answerWith(), holds });
  runtime.environment = {};
  expect(answers.find(ask({}, "/listen/b"))).toBeNull();
  runtime.environment = environment;
  // Only an answer that is still kept would be valid for this code again.
  expect(answers.find(ask())).toBeNull();
  await answers.answer(ask(), ANYONE, () => {
    runtime.environment = {};
    return Promise.resolve({ ...answerWith(), holds });
  });
  runtime.environment = environment;
  expect(answers.find(ask())).toBeNull();
});

test("a sender who leaves takes the shared answer from nobody", async () => {
  await run(ask());
  runtime.publishedTs = "2";
  expect(answers.find(ask())).toBeNull();
  const left = { status: 500, headers: [], body: new Uint8Array() };
  await run(ask(), left);
  await run(ask());
  expect(answers.find(ask())).not.toBeNull();
});

test("the next run is that of who came last, for all who came meanwhile", async () => {
  await run(ask());
  runtime.publishedTs = "2";
  const { ends, action } = slowAction();
  const first = answers.answer(ask(), ANYONE, action);
  const left = answers.answer(ask(), ANYONE, () =>
    Promise.reject(new Error("left")),
  );
  const last = answers.answer(ask(), ANYONE, action);
  ends[0]?.("before");
  await first;
  await passTurn();
  ends[1]?.("after");
  expect(textOf(await left)).toBe("after");
  expect(textOf(await last)).toBe("after");
});
