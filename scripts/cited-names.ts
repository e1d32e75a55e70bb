/**
 * Fails on a name of code in a document that the sources do not contain, and on a table of counts that miscounts its
 * lines. docs/testing.md#names-in-documents says which forms are judged.
 */

/** Names of other products that the sources have no use for: headers, cookies, browsers, SQL, PostgreSQL, Node, a built file. */
const FOREIGN = new Set([
  'Accept',
  'HTTPS_PROXY',
  'Host',
  'HttpOnly',
  'NODE_USE_ENV_PROXY',
  'SameSite',
  'Secure',
  'TRUNCATE',
  'idle_in_transaction_session_timeout',
  'innerHTML',
  'node_modules/.tmp/bundle.html',
])

const SOURCE_FILE = /\.(?:tsx?|js|json|md|html|css|sql|patch|sh)$/u
const PATH = /^[\w.@*…<>-]+(?:\/[\w.@*…<>-]+)*\/?$/u
/** A setting, a function, a table, a word of the code; and these with dots between or a call's brackets behind. */
const NAME = /^[a-zA-Z]\w+$/u
const DOTTED = /^[a-z]\w*(?:\.[a-zA-Z]\w*)+$/u
const CALL = /^([a-zA-Z]\w*)\(.*\)$/u
const SETTING = /^([A-Z][A-Z\d_]*)=/u
const SCRIPT = /\bnpm run (?:--\S+ )*([\w:-]+)/gu
const ROUTE = /^(?:GET|POST|PUT|DELETE) (?:\/api)?(\/[^\s?]*)/u

/** Returns the code of a TypeScript file without its comments. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/(?<=^|\s)\/\/.*$/gmu, '')

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** What the sources contain. */
export interface Sources {
  /** Files and folders, from the root. */
  readonly paths: ReadonlySet<string>
  /** The texts of all files that are no documents, without comments: what only a comment names does not exist. */
  readonly text: string
  /** The names of package.json's scripts. */
  readonly scripts: ReadonlySet<string>
}

/** Returns a function that says what is wrong with a document's words in backticks, or null. */
export function nameJudge({ paths, text, scripts }: Sources): (words: string) => string | null {
  const known = new Set(text.match(/\w+/gu))
  const ends = new Set<string>()
  const tops = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/')
    tops.add(parts[0] ?? '')
    for (let from = 0; from < parts.length; from++) ends.add(parts.slice(from).join('/'))
  }
  const isThere = (path: string): boolean => {
    if (!/[*…<]/u.test(path)) return ends.has(path)
    const pattern = path
      .split(/<\w+>|\*+|…/u)
      .map((part) => escaped(part))
      .join('.+')
    const whole = new RegExp(`^${pattern}$`, 'u')
    return [...ends].some((end) => whole.test(end))
  }
  const isPath = (words: string) =>
    PATH.test(words) &&
    (SOURCE_FILE.test(words) || (words.includes('/') && tops.has(words.split('/')[0] ?? '')))
  const hasRoute = (path: string) => {
    const pattern = path
      .split(/\{\w+\}|:\w+/u)
      .map((part) => escaped(part))
      .join(String.raw`[:$]\{?\w+\}?`)
    return new RegExp(`['"\`](?:/api)?${pattern}['"\`?]`, 'u').test(text)
  }
  const missing = (names: readonly string[]) =>
    names.find((name) => !known.has(name) && !FOREIGN.has(name)) ?? null

  return (words) => {
    if (FOREIGN.has(words)) return null
    for (const [, script = ''] of words.matchAll(SCRIPT))
      if (!scripts.has(script)) return `npm run ${script}, which package.json does not have`
    if (isPath(words)) return isThere(words.replace(/\/$/u, '')) ? null : `${words}, which does not exist`
    const route = ROUTE.exec(words)?.[1]
    if (route !== undefined && !/[…*]/u.test(route))
      return hasRoute(route) ? null : `${words}, a call that no source has`
    const names = NAME.test(words)
      ? [words]
      : DOTTED.test(words)
        ? words.split('.')
        : [CALL.exec(words)?.[1] ?? SETTING.exec(words)?.[1] ?? []].flat()
    const name = missing(names)
    return name === null ? null : `${name}, a name that no source has`
  }
}

/** Returns a line for each name of code in the document that the sources do not contain. */
export function nameProblems(path: string, text: string, judge: (words: string) => string | null): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gmu, (block) => block.replace(/[^\n]/gu, ' '))
  return [...prose.matchAll(/`([^`\n]+)`/gu)].flatMap(({ index, 1: words = '' }) => {
    const problem = judge(words)
    return problem === null ? [] : [`${path}:${prose.slice(0, index).split('\n').length} names ${problem}`]
  })
}

const VERDICT = /^\| \d+\.\d+\.\d+ \| \d \| .* \| (met|not met|not applicable) \| .* \|$/gmu
const COUNT = /^\| (met|not met|not applicable|all) \| (\d+) \|$/gmu

/** Returns a line for each count of a table of verdicts that differs from its counted lines. */
export function countProblems(path: string, text: string): string[] {
  const verdicts = [...text.matchAll(VERDICT)].map(([, verdict]) => verdict)
  return [...text.matchAll(COUNT)].flatMap(([, verdict, count]) => {
    const counted = verdicts.filter((one) => verdict === 'all' || one === verdict).length
    return Number(count) === counted ? [] : [`${path} counts ${count} lines '${verdict}', and has ${counted}`]
  })
}
