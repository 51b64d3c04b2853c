/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as account from "../account.js";
import type * as auth from "../auth.js";
import type * as beats from "../beats.js";
import type * as crons from "../crons.js";
import type * as errors from "../errors.js";
import type * as files from "../files.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as mail from "../mail.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_artistSearch from "../model/artistSearch.js";
import type * as model_audio_bytes from "../model/audio/bytes.js";
import type * as model_audio_inspectAudio from "../model/audio/inspectAudio.js";
import type * as model_audio_mp3 from "../model/audio/mp3.js";
import type * as model_audio_mp4 from "../model/audio/mp4.js";
import type * as model_audio_ogg from "../model/audio/ogg.js";
import type * as model_audio_wav from "../model/audio/wav.js";
import type * as model_audio_webm from "../model/audio/webm.js";
import type * as model_beatLists from "../model/beatLists.js";
import type * as model_beatPages from "../model/beatPages.js";
import type * as model_beats from "../model/beats.js";
import type * as model_cards from "../model/cards.js";
import type * as model_content from "../model/content.js";
import type * as model_contexts from "../model/contexts.js";
import type * as model_credentials from "../model/credentials.js";
import type * as model_landmarks from "../model/landmarks.js";
import type * as model_listTotals from "../model/listTotals.js";
import type * as model_mailTexts from "../model/mailTexts.js";
import type * as model_mailedCodes from "../model/mailedCodes.js";
import type * as model_newCode from "../model/newCode.js";
import type * as model_newUsers from "../model/newUsers.js";
import type * as model_orderedLists from "../model/orderedLists.js";
import type * as model_pages from "../model/pages.js";
import type * as model_passwordReset from "../model/passwordReset.js";
import type * as model_passwords from "../model/passwords.js";
import type * as model_popularity from "../model/popularity.js";
import type * as model_profiles from "../model/profiles.js";
import type * as model_publishing from "../model/publishing.js";
import type * as model_rateLimits from "../model/rateLimits.js";
import type * as model_settings from "../model/settings.js";
import type * as model_sha256 from "../model/sha256.js";
import type * as model_stats from "../model/stats.js";
import type * as model_uploads from "../model/uploads.js";
import type * as model_verseLists from "../model/verseLists.js";
import type * as model_versePages from "../model/versePages.js";
import type * as model_verses from "../model/verses.js";
import type * as model_viewers from "../model/viewers.js";
import type * as model_votes from "../model/votes.js";
import type * as model_waveforms from "../model/waveforms.js";
import type * as permissions from "../permissions.js";
import type * as profiles from "../profiles.js";
import type * as shared_beatFields from "../shared/beatFields.js";
import type * as shared_email from "../shared/email.js";
import type * as shared_genres from "../shared/genres.js";
import type * as shared_limits from "../shared/limits.js";
import type * as shared_messages from "../shared/messages.js";
import type * as shared_pageWindow from "../shared/pageWindow.js";
import type * as shared_passwordRule from "../shared/passwordRule.js";
import type * as shared_permissions from "../shared/permissions.js";
import type * as shared_profileFields from "../shared/profileFields.js";
import type * as shared_roles from "../shared/roles.js";
import type * as shared_socials from "../shared/socials.js";
import type * as shared_states from "../shared/states.js";
import type * as shared_usernames from "../shared/usernames.js";
import type * as shared_validators from "../shared/validators.js";
import type * as stats from "../stats.js";
import type * as verses from "../verses.js";
import type * as viewer from "../viewer.js";
import type * as votes from "../votes.js";
import type * as waveforms from "../waveforms.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  auth: typeof auth;
  beats: typeof beats;
  crons: typeof crons;
  errors: typeof errors;
  files: typeof files;
  functions: typeof functions;
  http: typeof http;
  mail: typeof mail;
  "model/accounts": typeof model_accounts;
  "model/artistSearch": typeof model_artistSearch;
  "model/audio/bytes": typeof model_audio_bytes;
  "model/audio/inspectAudio": typeof model_audio_inspectAudio;
  "model/audio/mp3": typeof model_audio_mp3;
  "model/audio/mp4": typeof model_audio_mp4;
  "model/audio/ogg": typeof model_audio_ogg;
  "model/audio/wav": typeof model_audio_wav;
  "model/audio/webm": typeof model_audio_webm;
  "model/beatLists": typeof model_beatLists;
  "model/beatPages": typeof model_beatPages;
  "model/beats": typeof model_beats;
  "model/cards": typeof model_cards;
  "model/content": typeof model_content;
  "model/contexts": typeof model_contexts;
  "model/credentials": typeof model_credentials;
  "model/landmarks": typeof model_landmarks;
  "model/listTotals": typeof model_listTotals;
  "model/mailTexts": typeof model_mailTexts;
  "model/mailedCodes": typeof model_mailedCodes;
  "model/newCode": typeof model_newCode;
  "model/newUsers": typeof model_newUsers;
  "model/orderedLists": typeof model_orderedLists;
  "model/pages": typeof model_pages;
  "model/passwordReset": typeof model_passwordReset;
  "model/passwords": typeof model_passwords;
  "model/popularity": typeof model_popularity;
  "model/profiles": typeof model_profiles;
  "model/publishing": typeof model_publishing;
  "model/rateLimits": typeof model_rateLimits;
  "model/settings": typeof model_settings;
  "model/sha256": typeof model_sha256;
  "model/stats": typeof model_stats;
  "model/uploads": typeof model_uploads;
  "model/verseLists": typeof model_verseLists;
  "model/versePages": typeof model_versePages;
  "model/verses": typeof model_verses;
  "model/viewers": typeof model_viewers;
  "model/votes": typeof model_votes;
  "model/waveforms": typeof model_waveforms;
  permissions: typeof permissions;
  profiles: typeof profiles;
  "shared/beatFields": typeof shared_beatFields;
  "shared/email": typeof shared_email;
  "shared/genres": typeof shared_genres;
  "shared/limits": typeof shared_limits;
  "shared/messages": typeof shared_messages;
  "shared/pageWindow": typeof shared_pageWindow;
  "shared/passwordRule": typeof shared_passwordRule;
  "shared/permissions": typeof shared_permissions;
  "shared/profileFields": typeof shared_profileFields;
  "shared/roles": typeof shared_roles;
  "shared/socials": typeof shared_socials;
  "shared/states": typeof shared_states;
  "shared/usernames": typeof shared_usernames;
  "shared/validators": typeof shared_validators;
  stats: typeof stats;
  verses: typeof verses;
  viewer: typeof viewer;
  votes: typeof votes;
  waveforms: typeof waveforms;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};
