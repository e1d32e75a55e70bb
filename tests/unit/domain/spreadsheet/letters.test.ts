/** Letters with accents, in whatever encoding: the true ones, or asked, or refused; never others. docs/rules.md#letters-of-a-file */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suggestedImportMapping } from '../../../../src/domain/imports/lists.ts'
import { NO_DEFAULTS, NO_NAMES } from '../../../../src/domain/imports/names.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import {
  CODE_PAGES,
  type CodePage,
  pageBytes,
  pageText,
  signOf,
} from '../../../../src/domain/spreadsheet/code-pages.ts'
import { lettersOf } from '../../../../src/domain/spreadsheet/letters.ts'
import { mendedText } from '../../../../src/domain/spreadsheet/mended-text.ts'
import { decode } from './decode.ts'

const utf8 = (text: string) => [...Buffer.from(text)]
const latin = (bytes: readonly number[]) => Buffer.from(bytes).toString('latin1')

describe('the tables of encodings', () => {
  test.each(['windows-1252', 'macintosh'] as const)('%s is the browser’s', (page) => {
    const bytes = Array.from({ length: 128 }, (_, place) => 128 + place)
    expect(bytes.map((byte) => signOf(byte, page)).join('')).toBe(
      new TextDecoder(page).decode(Uint8Array.from(bytes)),
    )
  })

  test('each sign of each of them has its byte', () => {
    for (const page of CODE_PAGES)
      for (let byte = 128; byte < 256; byte++) expect(pageBytes(signOf(byte, page), page)).toEqual([byte])
  })
})

/** Written in an encoding; null where it lacks a sign. */
const WAYS: Readonly<Record<string, (text: string) => number[] | null>> = {
  'UTF-8': utf8,
  'Windows-1252': (text) => pageBytes(text, 'windows-1252'),
  CP850: (text) => pageBytes(text, 'cp850'),
  'Mac Roman': (text) => pageBytes(text, 'macintosh'),
  'UTF-8 twice': (text) => utf8(pageText(latin(utf8(text)), 'windows-1252')),
  'UTF-8 three times': (text) =>
    utf8(pageText(latin(utf8(pageText(latin(utf8(text)), 'windows-1252'))), 'windows-1252')),
  'UTF-8 read as ISO-8859-1': (text) => utf8(latin(utf8(text))),
  'UTF-8 read as CP850': (text) => utf8(pageText(latin(utf8(text)), 'cp850')),
  'UTF-8 read as Mac Roman': (text) => utf8(pageText(latin(utf8(text)), 'macintosh')),
  'numbers of HTML': (text) => utf8(text.replaceAll(/[^\0-\u007f]/gu, (sign) => `&#${sign.codePointAt(0)};`)),
}
/** Of one byte a sign. */
const PAGES = ['Windows-1252', 'CP850', 'Mac Roman']

const NAMES_OF_HTML: readonly (readonly [string, string])[] = [
  ['Jos&eacute; Concei&ccedil;&atilde;o', 'José Conceição'],
  ['Jos&amp;eacute;', 'José'],
  ['Silva &amp; Filhos', 'Silva & Filhos'],
  ['Sant&#39;Ana', "Sant'Ana"],
  ['AT&T; &nada;', 'AT&T; &nada;'],
]

const PEOPLE =
  'José Conceição|Ângela Brandão|João Peçanha|Antônio Gonçalves|Sebastião Araújo|Mônica Magalhães|Inês Simões|Cláudia Galvão|' +
  'Luís Assunção|Érica Guimarães|Patrícia Mendonça|Vinícius França|Otávio Câmara|Zélia Paixão|André Lourenço|Estêvão Sá|Júlia Jordão'
const TOWNS =
  'São Paulo|Goiânia|Brasília|Belém|Maceió|Florianópolis|Cuiabá|Vitória|Uberlândia|Ribeirão Preto|Niterói|Jundiaí|Santarém|' +
  'Três Corações|Poços de Caldas|Camaçari|Mossoró|Jaboatão|Chapecó|Tubarão|Guarujá|Avaré|Foz do Iguaçu|Açailândia|Macapá'
/** None of these is a word that the guess has learnt. */
const UNKNOWN =
  'Bené Moacyr|Cauã Mbaê|Nhá Jaçanã|Iporã|Uauá|Cambuí|Piá|Tainá Vovó|Açores|Mocajá|Guaçuí-Mirim|Pindaré|Cipó|Ibiá|Tramandaí|Xangô|Oxóssi|Anhangüera|Itaberaí'
const CELLS = [PEOPLE, TOWNS, UNKNOWN].flatMap((list) => list.split('|'))

const cell = fc
  .tuple(fc.constantFrom(...CELLS), fc.boolean())
  .map(([text, loud]) => (loud ? text.toUpperCase() : text))
const line = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(';'))
const way = fc.constantFrom(...Object.keys(WAYS))

interface Written {
  readonly text: string
  readonly bytes: readonly number[]
}

function written(text: string, name: string): Written[] {
  const bytes = WAYS[name]?.(text) ?? null
  return bytes === null ? [] : [{ text, bytes }]
}

/** The lines of the file that have another text than the true one; none where a person is asked. */
function wrongLines(lines: readonly Written[], chosen: CodePage | null = null): string[] {
  const bytes = Uint8Array.from(lines.flatMap((each) => [...each.bytes, 10]))
  const letters = lettersOf({ bytes, begin: 0, decode, chosen })
  if (letters.isOpen) return []
  return [...letters.lines()].flatMap(({ text, isUnreadable }, place) =>
    isUnreadable || text === lines[place]?.text ? [] : [`${lines[place]?.text} → ${text}`],
  )
}

describe('lines of generated names and towns', () => {
  test.each(Object.keys(WAYS))('in %s are read, or asked', (name) => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (texts) => {
        expect(wrongLines(texts.flatMap((text) => written(text, name)))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('in an encoding each, are read, asked or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, way), { minLength: 1, maxLength: 8 }), (lines) => {
        expect(wrongLines(lines.flatMap(([text, name]) => written(text, name)))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  /** Two encodings of one byte a sign in one line: a program that joins cells does not do that. */
  test('in an encoding each cell, of which one is not of UTF-8, are read, asked or refused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, way), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...PAGES),
        (cells, page) => {
          const parts = cells.flatMap(([text, name]) => written(text, PAGES.includes(name) ? page : name))
          const text = parts.map((part) => part.text).join(';')
          const bytes = parts.flatMap((part, place) => (place === 0 ? part.bytes : [59, ...part.bytes]))
          expect(wrongLines([{ text, bytes }])).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each(CODE_PAGES)('of a common file in %s nobody is asked', (page) => {
    const lines = [...PEOPLE.split('|'), ...TOWNS.split('|')].flatMap((text) => {
      const bytes = pageBytes(text, page)
      return bytes === null ? [] : [{ text, bytes }]
    })
    const bytes = Uint8Array.from(lines.flatMap((each) => [...each.bytes, 10]))
    const letters = lettersOf({ bytes, begin: 0, decode, chosen: null })
    expect(letters.options).toEqual([])
    expect(Array.from(letters.lines(), ({ text }) => text)).toEqual(lines.map(({ text }) => text))
  })
})

test.each(NAMES_OF_HTML)('%s is %s', (text, meant) => expect(mendedText(text)).toBe(meant))

describe('a question', () => {
  /** 'TIÃO' in CP850, 'TIÇO' in Windows-1252. */
  const tiao = pageBytes('TIÃO', 'cp850') ?? []

  test('has the names of each answer, and the answer decides', () => {
    const read = (chosen: CodePage | null) =>
      lettersOf({ bytes: Uint8Array.from(tiao), begin: 0, decode, chosen })
    expect(read(null).isOpen).toBe(true)
    expect(read(null).options).toEqual([
      { accents: 'windows-1252', samples: ['TIÇO'] },
      { accents: 'cp850', samples: ['TIÃO'] },
    ])
    expect(read('cp850').isOpen).toBe(false)
    expect([...read('cp850').lines()][0]?.text).toBe('TIÃO')
    expect([...read('windows-1252').lines()][0]?.text).toBe('TIÇO')
  })

  test('is not asked where other lines answer it', () => {
    const lines = ['José', 'TIÃO'].flatMap((text) => ({ text, bytes: pageBytes(text, 'cp850') ?? [] }))
    expect(wrongLines(lines)).toEqual([])
  })
})

async function clientsOf(bytes: Uint8Array) {
  const table = await readListTable({ bytes, decode, sheet: null, list: 'clients' })
  const mapping = suggestedImportMapping('clients', table.headers)
  const read = readList(table, {
    list: 'clients',
    mapping,
    names: NO_NAMES,
    defaults: NO_DEFAULTS,
    nowMs: Date.parse('2026-11-24T12:00:00-03:00'),
  })
  if (read.list !== 'clients') throw new Error('another list was read')
  return {
    names: read.lines.good.map(({ row }) => row.client.name),
    refused: read.lines.refused.map(({ line: number, reasons }) => [number, ...reasons]),
  }
}

describe('a file', () => {
  test.each([
    ['10-um-byte-latin1.csv', ['José Conceição', 'Ângela Brandão', 'João Peçanha']],
    ['11-cp850.csv', ['José Conceição']],
  ])('%s', async (name, names) => {
    const file = readFileSync(new URL(`../../../cases/imports/${name}`, import.meta.url))
    expect(await clientsOf(new Uint8Array(file))).toEqual({ names, refused: [] })
  })

  test.each([
    'utf16le',
    'utf16be',
    'utf16le without its mark',
    'utf16be without its mark',
  ])('of two bytes a sign (%s)', async (name) => {
    const text = `${name.includes('without') ? '' : '\ufeff'}Nome;CPF\r\nJosé Conceição;529.982.247-25\r\n`
    const bytes = Buffer.from(text, 'utf16le')
    if (name.startsWith('utf16be')) bytes.swap16()
    expect((await clientsOf(new Uint8Array(bytes))).names).toEqual(['José Conceição'])
  })

  test('names the line whose letters are in no encoding', async () => {
    const file = Buffer.concat([
      Buffer.from('Nome;CPF\nJosé;529.982.247-25\nConcei\ufffd\ufffdo;111.444.777-35\n'),
      Buffer.from([0x4a, 0x81, 0x8d, 0xff, 0x41, 0x0a]),
    ])
    expect(await clientsOf(new Uint8Array(file))).toEqual({
      names: ['José'],
      refused: [
        [3, 'Os acentos desta linha não puderam ser lidos'],
        [4, 'Os acentos desta linha não puderam ser lidos'],
      ],
    })
  })
})
