/**
 * Finds a second name for a thing in what people read: the strings of a source, and the help. docs/words.md has the one name of each
 * thing, the names that nobody uses for it, and the places where another is right.
 */
import { parseSync, Visitor } from 'vite'
import { z } from 'zod'
import { escaped } from './cited-names.ts'

/** A run of words that people may read. */
export interface Written {
  /** Where it begins in the text of its file. */
  readonly place: number
  readonly text: string
}

interface SecondName {
  readonly words: string
  readonly name: string
  /** Beginning of the paths where these words are refused. Empty: everywhere. */
  readonly within: string
}

export interface WordList {
  /** What is right: also where it contains a second name, as 'Parceiro indicador' does. */
  readonly names: readonly string[]
  readonly seconds: readonly SecondName[]
  readonly exceptions: readonly { readonly words: string; readonly within: string }[]
}

const QUOTED = /'([^']+)'/gu
const PATH = /`([^`]+)`/gu

const found = (pattern: RegExp, cell: string) => [...cell.matchAll(pattern)].map(([, words = '']) => words)

/** Returns the cells of each line of the table below this heading. */
function linesBelow(markdown: string, heading: string): string[][] {
  const [, below] = markdown.split(`\n## ${heading}\n`)
  if (below === undefined) throw new Error(`docs/words.md has no '${heading}'`)
  const [part = ''] = below.split('\n## ')
  const table = part.split('\n').filter((line) => line.startsWith('| '))
  return table.slice(1).map((line) => line.split('|').slice(1, -1))
}

const row = z.tuple([z.string(), z.string(), z.string()])

/** Reads the three tables of docs/words.md. */
export function wordList(markdown: string): WordList {
  const names = linesBelow(markdown, 'Names').map((cells) => row.parse(cells))
  const places = linesBelow(markdown, 'Only there').map((cells) => row.parse(cells))
  const exceptions = linesBelow(markdown, 'Exceptions').map((cells) => row.parse(cells))
  return {
    names: names.flatMap(([, name]) => found(QUOTED, name)),
    seconds: [
      ...names.flatMap(([, name, seconds]) => {
        const [right = ''] = found(QUOTED, name)
        return found(QUOTED, seconds).map((words) => ({ words, name: right, within: '' }))
      }),
      ...places.flatMap(([refused, name, where]) =>
        found(QUOTED, refused).flatMap((words) =>
          found(PATH, where).map((within) => ({ words, name: found(QUOTED, name)[0] ?? '', within })),
        ),
      ),
    ],
    exceptions: exceptions.flatMap(([words, where]) =>
      found(QUOTED, words).flatMap((one) => found(PATH, where).map((within) => ({ words: one, within }))),
    ),
  }
}

/** Returns the strings, templates and texts between tags of a TypeScript file. Addresses and names of modules are none. */
export function writtenIn(file: string, source: string): Written[] {
  const written: Written[] = []
  const modules = new Set<number>()
  const add = (start: number, text: string) => {
    if (modules.has(start) || !/\s|\p{Lu}/u.test(text) || /^[./]\S*$/u.test(text)) return
    written.push({ place: start, text: text.replaceAll(/\s+/gu, ' ') })
  }
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`)
  new Visitor({
    ImportDeclaration: ({ source: from }) => modules.add(from.start),
    ExportNamedDeclaration: ({ source: from }) => from !== null && modules.add(from.start),
    ExportAllDeclaration: ({ source: from }) => modules.add(from.start),
    ImportExpression: ({ source: from }) => modules.add(from.start),
    Literal: ({ start, value }) => typeof value === 'string' && add(start, value),
    TemplateElement: ({ start, value }) => add(start, value.cooked ?? value.raw),
    JSXText: ({ start, value }) => add(start, value),
  }).visit(program)
  return written
}

/** What a user asks, at the head of a help page, is the user's own word. */
const HEAD = /^---\n[\s\S]*?\n---\n/u

/** Returns the lines of a help page below its head. */
export const writtenOn = (page: string): Written[] => {
  const head = HEAD.exec(page)?.[0].length ?? 0
  return [...page.slice(head).matchAll(/^.+$/gmu)].map(({ index, 0: text }) => ({
    place: head + index,
    text,
  }))
}

const asWords = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}\d_-])${escaped(words)}(?![\p{L}\d_-])`, 'gu')

/** Letters that a source may write otherwise than people read them. */
const ENCODED = /\\[ux]/u

/** Returns a function that says whether a source may contain a second name. Only such a source needs to be parsed. */
export function mayHoldSecondName({ seconds }: WordList): (source: string) => boolean {
  const any = seconds
    .map(({ words }) => escaped(words).replaceAll(' ', String.raw`(?:\s|\\[nrt])+`))
    .join('|')
  const pattern = new RegExp(any, 'u')
  return (source) => ENCODED.test(source) || pattern.test(source)
}

/** Returns a function that says which second names are in what a file has written. */
export function secondNames({ names, seconds, exceptions }: WordList) {
  const right = names.toSorted((a, b) => b.length - a.length).map((name) => asWords(name))
  const judged = seconds.map((second) => ({ ...second, pattern: asWords(second.words) }))
  return (file: string, source: string, written: readonly Written[]): string[] => {
    const here = judged.filter(
      ({ words, within }) =>
        file.startsWith(within) &&
        !exceptions.some((except) => except.words === words && file.startsWith(except.within)),
    )
    return written.flatMap(({ place, text }) => {
      const judgedText = right.reduce((rest, name) => rest.replace(name, '·'), text)
      return here
        .filter(({ pattern, within }) => (within === '' ? judgedText : text).search(pattern) >= 0)
        .map(({ words, name }) => {
          const line = source.slice(0, place).split('\n').length
          return `${file}:${line} says '${words}': its name is '${name}'`
        })
    })
  }
}
