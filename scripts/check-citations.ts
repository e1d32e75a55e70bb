/**
 * Fails on a citation of a missing file or anchor: `docs/<file>.md#<anchor>` in any text file, and links between
 * documents. Fails also on words that cite a text outside this repository, and on names of code in documents that the
 * sources do not contain (cited-names.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { z } from 'zod'
import { countProblems, nameJudge, nameProblems, withoutComments } from './cited-names.ts'

/** Texts by path from the root, with forward slashes. */
export type Texts = ReadonlyMap<string, string>

/** The checks and their tests contain the forbidden words and wrong anchors. */
const UNREAD = new Set([
  'package-lock.json',
  'scripts/check-citations.ts',
  'scripts/cited-names.ts',
  'tests/unit/scripts/check-citations.test.ts',
  'tests/unit/scripts/cited-names.test.ts',
])
const UNREAD_FOLDERS = new Set(['.git', 'node_modules', ...ignoredFolders()])

/** The words may be on two lines of a comment. */
const GAP = String.raw`(?:\s|\*|\/\/)+`
const FORBIDDEN = new RegExp(
  [
    String.raw`\brulings?\b`,
    String.raw`\b(?:first|second)${GAP}text\b`,
    String.raw`\bthe${GAP}spec\b`,
    String.raw`\barchitecture,${GAP}section\b`,
  ].join('|'),
  'giu',
)
/** 'docs/rules.md#save and #referrals' cites two anchors. */
const CITATION = /\b(docs\/[\w/-]+\.md)((?:#[\p{L}\d_-]+(?:(?:,| and| or) (?=#))?)*)/gu
const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/gu

/** Returns a line for each problem: file, line number and reason. */
export function citationProblems(texts: Texts): string[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  for (const [path, text] of texts) if (path.endsWith('.md')) anchors.set(path, anchorsOf(text))
  const problems: string[] = []
  for (const [path, text] of texts) {
    const report = (index: number, words: string) =>
      problems.push(`${path}:${text.slice(0, index).split('\n').length} ${words}`)
    const look = (index: number, file: string, anchor: string) => {
      const known = anchors.get(file)
      if (known === undefined) report(index, `cites ${file}, which does not exist`)
      else if (anchor !== '' && !known.has(anchor)) report(index, `cites ${file}#${anchor}: no such heading`)
    }
    for (const { index, 0: words } of text.matchAll(FORBIDDEN))
      report(index, `contains '${words.replace(/\s+/gu, ' ')}'`)
    for (const { index, 1: file = '', 2: cited = '' } of text.matchAll(CITATION))
      for (const anchor of cited === '' ? [''] : cited.split('#').slice(1))
        look(index, file, anchor.replace(/(?:,| and| or) $/u, ''))
    if (!path.endsWith('.md')) continue
    for (const { index, 1: to = '', 2: anchor = '' } of text.matchAll(LINK)) {
      const file = to === '' ? path : posix.join(posix.dirname(path), to)
      if (file.endsWith('.md')) look(index, file, decodeURIComponent(anchor))
    }
  }
  return problems
}

/** The anchors of the headings, by GitHub's rules. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const slugger = new GithubSlugger()
  const prose = markdown.replace(/^```[\s\S]*?^```/gmu, '')
  const headings = [...prose.matchAll(/^#{1,6} +(.+?)\s*$/gmu)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) => slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/gu, '$1'))),
  )
}

/** Folders in .gitignore, which end with a slash: 'dist/'. */
function ignoredFolders(): string[] {
  const lines = readFileSync('.gitignore', 'utf8').split('\n')
  return lines.flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []))
}

/** The documents for developers and operators. The help for users names no code. */
const isDocument = (path: string) =>
  /^[A-Z]+\.md$|^docs\/.+\.md$|\/README\.md$/u.test(path) && !path.startsWith('docs/ajuda/')

const COMMANDS = 'docs/commands.md'

/** Returns a line for each name of code in a document that no source has, and for each wrong count. */
function documentProblems(texts: Texts): string[] {
  const sources = [...texts]
    .filter(([path]) => !path.endsWith('.md'))
    .map(([path, text]) => (/\.tsx?$/u.test(path) ? withoutComments(text) : text))
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const judge = nameJudge({
    paths: new Set(pathsUnder('.')),
    text: sources.join('\n'),
    scripts: new Set(Object.keys(scripts)),
  })
  return [...texts]
    .filter(([path]) => isDocument(path))
    .flatMap(([path, text]) => [...nameProblems(path, text, judge), ...countProblems(path, text)])
    .concat(untoldCommands(Object.keys(scripts), texts.get(COMMANDS) ?? ''))
}

/** Returns a line for each script of package.json that the page of commands lacks. */
export const untoldCommands = (scripts: readonly string[], page: string): string[] => {
  const told = new Set(Array.from(page.matchAll(/`npm (?:run )?([\w:-]+)/gu), ([, name]) => name))
  return scripts.filter((name) => !told.has(name)).map((name) => `${COMMANDS}: npm run ${name} is missing`)
}

const isUnread = (path: string, name: string) => UNREAD_FOLDERS.has(path) || UNREAD_FOLDERS.has(name)

/** Yields all files and folders, except installed and built ones. */
function* pathsUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (isUnread(path, entry.name)) continue
    yield path
    if (entry.isDirectory()) yield* pathsUnder(path)
  }
}

/** Yields all text files under the folder, except installed and built ones. */
function* textsUnder(folder: string): Generator<[path: string, text: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (UNREAD.has(path) || isUnread(path, entry.name)) continue
    if (entry.isDirectory()) yield* textsUnder(path)
    else if (entry.isFile()) {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('\0')) yield [path, text]
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const texts = new Map(textsUnder('.'))
  const problems = [...citationProblems(texts), ...documentProblems(texts)]
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
