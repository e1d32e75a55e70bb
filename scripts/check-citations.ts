/**
 * Fails on a citation whose file or anchor does not exist: `docs/<file>.md#<anchor>` in any text file, and links
 * between documents. Fails also on words that cite a text outside this repository.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'

/** Text by path from the root, with forward slashes. */
export type Texts = ReadonlyMap<string, string>

/** The check and its test hold the forbidden words and wrong anchors themselves. */
const UNREAD = new Set([
  'package-lock.json',
  'scripts/check-citations.ts',
  'tests/unit/scripts/check-citations.test.ts',
])
const UNREAD_FOLDERS = new Set(['.git', 'node_modules', ...ignoredFolders()])

/** A comment may break its line between two words. */
const FORBIDDEN =
  /\brulings?\b|\b(?:first|second)(?:\s|\*|\/\/)+text\b|\bthe(?:\s|\*|\/\/)+spec\b|\barchitecture,(?:\s|\*|\/\/)+section\b/giu
/** 'docs/rules.md#save and #referrals' cites two anchors. */
const CITATION = /\b(docs\/[\w/-]+\.md)((?:#[\p{L}\d_-]+(?:(?:,| and| or) (?=#))?)*)/gu
const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/gu

/** A sentence for each problem, with file and line. */
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
      report(index, `says '${words.replace(/\s+/gu, ' ')}'`)
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

/** The anchors that a page of this Markdown has: one a heading, by the rules of GitHub. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const slugger = new GithubSlugger()
  const prose = markdown.replace(/^```[\s\S]*?^```/gmu, '')
  const headings = [...prose.matchAll(/^#{1,6} +(.+?)\s*$/gmu)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) => slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/gu, '$1'))),
  )
}

/** Folders that .gitignore names: 'dist/'. */
function ignoredFolders(): string[] {
  const lines = readFileSync('.gitignore', 'utf8').split('\n')
  return lines.flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []))
}

/** Every text file under the folder, without what is installed or built. */
function* textsUnder(folder: string): Generator<[path: string, text: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (UNREAD.has(path) || UNREAD_FOLDERS.has(path) || UNREAD_FOLDERS.has(entry.name)) continue
    if (entry.isDirectory()) yield* textsUnder(path)
    else if (entry.isFile()) {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('\0')) yield [path, text]
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const problems = citationProblems(new Map(textsUnder('.')))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
