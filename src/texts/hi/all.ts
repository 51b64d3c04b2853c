import type { en } from "../en/all";
import type { Translated } from "../shape";
import { common } from "./common";
import { shell } from "./shell";
import { landing } from "./landing";
import { auth } from "./auth";
import { profiles } from "./profiles";
import { search } from "./search";
import { home } from "./home";
import { beats } from "./beats";
import { verses } from "./verses";
import { votes } from "./votes";
import { recorder } from "./recorder";
import { upload } from "./upload";
import { player } from "./player";
import { errors } from "./errors";

export const hi: Translated<typeof en> = {
  common,
  shell,
  landing,
  auth,
  profiles,
  search,
  home,
  beats,
  verses,
  votes,
  recorder,
  upload,
  player,
  errors,
};
