import { common } from "./common";
import { shell } from "./shell";
import { landing } from "./landing";
import { auth } from "./auth";
import { account } from "./account";
import { profiles } from "./profiles";
import { search } from "./search";
import { home } from "./home";
import { beats } from "./beats";
import { verses } from "./verses";
import { votes } from "./votes";
import { recorder } from "./recorder";
import { micCheck } from "./micCheck";
import { terms } from "./terms";
import { upload } from "./upload";
import { player } from "./player";
import { leaving } from "./leaving";
import { errors } from "./errors";
import { safety } from "./safety";
import { sound } from "./sound";

export const en = {
  common,
  shell,
  landing,
  auth,
  account,
  profiles,
  search,
  home,
  beats,
  verses,
  votes,
  recorder,
  micCheck,
  terms,
  upload,
  player,
  leaving,
  errors,
  safety,
  sound,
};
