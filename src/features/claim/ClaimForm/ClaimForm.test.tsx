// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { MESSAGES } from "../../../../convex/shared/messages";
import { render } from "../../../testing/render";
import { ClaimForm } from "./ClaimForm";

const create = vi.fn();
const onSent = vi.fn();

// Never connects: the test answers its only call.
const client = new ConvexReactClient("https://backend.example");
client.action = (_reference, claim) => create(claim) as never;

beforeEach(() => {
  vi.resetAllMocks();
  render(
    <ConvexProvider client={client}>
      <ClaimForm onSent={onSent} />
    </ConvexProvider>,
  );
});

const CLAIM = {
  name: "Meera",
  email: "meera@example.org",
  link: "/beats/abc",
  work: "Rain",
  proof: "a link",
  signature: "Meera",
};

function field(name: string): Element {
  const found = document.querySelector(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

const submit = () =>
  userEvent.click(screen.getByRole("button", { name: "Send claim" }));

async function fill() {
  for (const [name, text] of Object.entries(CLAIM)) {
    await userEvent.type(field(name), text);
  }
}

test("says what is wrong with every field at once, and sends nothing", async () => {
  await submit();
  for (const name of Object.keys(CLAIM)) {
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
  }
  expect(create).not.toHaveBeenCalled();
});

test("sends the values, and passes on the number of the case", async () => {
  create.mockResolvedValue("GC-1");
  await fill();
  await submit();
  expect(create).toHaveBeenCalledExactlyOnceWith({ ...CLAIM, language: "en" });
  const sent = { number: "GC-1", email: CLAIM.email };
  expect(onSent).toHaveBeenCalledExactlyOnceWith(sent);
});

test.each([
  ["link", "CLAIM_ITEM_NOT_FOUND"],
  ["email", "EMAIL_UNREACHABLE"],
] as const)(
  "says under the %s what the server says of it",
  async (name, code) => {
    const message = MESSAGES[code];
    create.mockRejectedValue(new ConvexError({ code, message }));
    await fill();
    await submit();
    await screen.findByText(message);
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
  },
);
