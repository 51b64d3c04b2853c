import { common } from "./common";
import { shell } from "./shell";
import { landing } from "./landing";
import { profiles } from "./profiles";
import { search } from "./search";
import { home } from "./home";
import { beats } from "./beats";
import { verses } from "./verses";
import { votes } from "./votes";
import { record } from "./record";
import { terms } from "./terms";
import { player } from "./player";
import { errors } from "./errors";
import { safety } from "./safety";
import { sound } from "./sound";

export const en = {
  common,
  shell,
  landing,
  profiles,
  search,
  home,
  beats,
  verses,
  votes,
  record,
  terms,
  player,
  errors,
  safety,
  sound,
};
