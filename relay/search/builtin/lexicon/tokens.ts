import { LRUCache } from 'lru-cache';

/** Words that mean nothing even inside a phrase; removed before phrases are looked for. */
const emptyWords: ReadonlySet<string> = wordsIn(`
  a an the is are was were be been being am i we you he she it they them their our my your his her its him me this that these those
  of to for and or do does did has have had having will would can could should may might must shall there here with from by as at
  us ours theirs mine yours so such just also very really quite please than then into onto upon per via let lets s t d ll re ve m
  someone somebody anyone anybody everybody everyone something anything themselves himself itself ourselves which whose shall
  get gets got be own ok`);

/** Words that mean something only inside a phrase; alone they do not say what a text is about. */
const stopWords: ReadonlySet<string> = wordsIn(`
  in on out up down off over under back again twice once who what when where why how not no if before after without until too many
  much more less other another else same all every each only any some most few both while during between through about against
  within first last next new old one two three several yes never always still already yet even now later because since but nor
  either neither ever around away along across behind above below whom though although unless whether toward towards
  go come make take give put keep use see look want need happen work thing way lot kind sort part side case point bit
  do done try say tell know think mean seem become start stop begin end turn set add change show help call run
  big small large long short high low good bad better best worse right wrong different certain own able sure
  day time people person place number piece whole half full empty second year
  using used uses instead rather like well far near soon often sometimes usually again
  app application system code project software program product feature user customer data file page team
  avoid prevent handle treat ensure manage deal guarantee made making exactly really hardly matter reason
  we chose choose decision decide learn note`);

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const irregular = new Map(
  `sent:send written:write wrote:write kept:keep lost:lose ran:run broke:break broken:break chose:choose chosen:choose built:build
  held:hold found:find paid:pay hidden:hide stole:steal stolen:steal forgot:forget forgotten:forget bought:buy thrown:throw told:tell
  sold:sell fell:fall fallen:fall went:go gone:go shown:show drew:draw drawn:draw began:begin spoken:speak children:child
  indices:index indexes:index index:index dying:die died:die dies:die tying:tie caught:catch brought:bring taken:take took:take
  gave:give given:give saw:see seen:see knew:know known:know grew:grow grown:grow woke:wake woken:wake left:leave left:leave
  spent:spend stood:stand understood:understand thought:think made:make did:do does:do done:do got:get getting:get stuck:stuck
  hung:hang froze:freeze frozen:freeze shut:shut split:split read:read people:people data:data media:media settings:setting
  setting:setting meetings:meeting meeting:meeting during:during morning:morning staging:staging paging:paging meaning:meaning
  sorted:sort mice:mouse matrices:matrix vertices:vertex analyses:analysis bases:base axes:axis statuses:status buses:bus aliases:alias
  licence:license licences:license catalogue:catalog catalogues:catalog centre:center centres:center cheque:check grey:gray
  programme:program cancelled:cancel cancelling:cancel cancellation:cancel behaviour:behavior behaviours:behavior colour:color
  colours:color favourite:favorite neighbour:neighbor neighbours:neighbor labour:labor secrets:secret us:us news:news
  redis:redis kubernetes:kubernetes postgres:postgres always:always across:across address:address addresses:address https:https
  css:css aws:aws dns:dns tls:tls kms:kms sms:sms ios:ios rls:rls ses:ses sqs:sqs sns:sns cors:cors oidc:oidc axios:axios
  prometheus:prometheus kinesis:kinesis nats:nats tailwindcss:tailwind nextjs:nextjs canvas:canvas wasm:wasm bias:bias gas:gas`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Endings to cut off, with the number of letters that must remain; the first that fits counts. */
const endings: readonly (readonly [ending: string, replacement: string, staying: number])[] = [
  ['isation', 'iz', 3],
  ['ization', 'iz', 3],
  ['iser', 'iz', 4],
  ['izer', 'iz', 4],
  ['ising', 'iz', 4],
  ['ised', 'iz', 4],
  ['ise', 'iz', 4],
  ['ification', 'ifi', 2],
  ['ibility', '', 4],
  ['ability', '', 4],
  ['ation', '', 4],
  ['ator', '', 4],
  ['ative', '', 5],
  ['ate', '', 4],
  ['ssion', 's', 3],
  ['sion', 's', 3],
  ['tion', 't', 3],
  ['ment', '', 3],
  ['ness', '', 4],
  ['ible', '', 4],
  ['able', '', 4],
  ['ity', '', 4],
  ['ly', '', 4],
];

/**
 * The stem of an English word in lower case: what `retry`, `retries` and `retrying` have in common. Written for the words of
 * software, so the stems of `worker` and `work` differ. Words of other scripts, and with digits, stay as they are.
 */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return finished(withoutEnding(withoutTense(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutTense(word: string): string {
  const match = /^(.*[aeiouy].*?)(?:ing|(?<!e)ed)$/.exec(word);
  const rest = match?.[1];
  if (rest === undefined || rest.length < 3) return word;
  return rest.endsWith('at') || rest.endsWith('is') ? `${rest}e` : rest;
}

function withoutEnding(word: string): string {
  for (const [ending, replacement, staying] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= staying) {
      return word.slice(0, -ending.length) + replacement;
    }
  }
  return word;
}

function finished(word: string): string {
  let stem = word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
  if (/([^aeiou])\1$/.test(stem)) stem = stem.slice(0, -1);
  return /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : stem;
}

/** A word of a text that can take part in a phrase. */
export interface Token {
  /** Lower case, without accents. */
  readonly word: string;
  readonly stem: string;
  /** A stop word: it means nothing unless it is part of a phrase. */
  readonly stop: boolean;
}

const maxTokens = 1_000;
const maxWordLength = 40;
const maxCached = 20_000;
const wordPattern = /[\p{L}\p{N}]+/gu;
/** Nearly all words; the patterns for the others are slower. */
const plainWord = /^[a-z]{1,40}$/;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}$/u;
const partBorder = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const ascii = /^[\0-\x7f]*$/;
const cache = new LRUCache<string, Token>({ max: maxCached });

/**
 * The words of a text, at most 1,000. Identifiers are split (`refreshToken`, `refresh_token`), unless `isName` says that the
 * whole is a word of its own (`GraphQL`). Scripts without spaces give pairs of characters.
 */
export function tokensOf(text: string, isName: (word: string) => boolean): Token[] {
  const plain = plainOf(text);
  const tokens: Token[] = [];
  for (const match of plain.matchAll(wordPattern)) {
    for (const word of partsOf(match[0], isName)) {
      if (!emptyWords.has(word)) tokens.push(tokenOf(word));
    }
    if (tokens.length >= maxTokens) break;
  }
  return tokens.slice(0, maxTokens);
}

/** Without accents, possessives and the short form of `not`. */
function plainOf(text: string): string {
  const letters = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (!/['’]/.test(letters)) return letters;
  return letters.replace(/n['’]t\b/g, ' not').replace(/['’]s\b/g, '');
}

function partsOf(written: string, isName: (word: string) => boolean): string[] {
  if (plainWord.test(written)) return [written];
  const whole = written.slice(0, maxWordLength).toLowerCase();
  if (unspaced.test(whole)) return pairsOf(whole);
  if (
    written.length > maxWordLength ||
    !/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{N}\p{Lu}/u.test(written)
  )
    return [whole];
  if (isName(whole)) return [whole];
  return written.split(partBorder).map((part) => part.toLowerCase());
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function tokenOf(word: string): Token {
  const before = cache.get(word);
  if (before) return before;
  const stem = stemOf(word);
  const token = {
    word,
    stem,
    stop: stopWords.has(word) || stopWords.has(stem) || word.length === 1,
  };
  cache.set(word, token);
  return token;
}
