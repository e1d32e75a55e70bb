/** Files as tables: encodings, separators, titles, and quotes that would swallow lines. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../../src/domain/spreadsheet/unreadable-file.ts'
import { readPolicies, readTable, suggestedMapping } from '../renewals/policies.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')

describe('a file', () => {
  const read = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
    readTable(new Uint8Array(Buffer.from(text, encoding)))

  test.each([
    ['semicolons', 'Apólice;CPF\n1;2', 'utf8'],
    ['commas', 'Apólice,CPF\n1,2', 'utf8'],
    ['tabs', 'Apólice\tCPF\n1\t2', 'utf8'],
    ['Windows-1252', 'Apólice;CPF\r\n1;2\r\n', 'latin1'],
    ['a byte order mark', '\ufeffApólice;CPF\n1;2', 'utf8'],
    ['quotes around commas', '"Apólice";"CPF"\n"1";"2"', 'utf8'],
  ] as const)('with %s', async (_, text, encoding) => {
    const { headers, lines } = await read(text, encoding)
    expect(headers).toEqual(['Apólice', 'CPF'])
    expect([...lines][0]).toEqual({ line: 2, cells: ['1', '2'] })
  })

  test('with a title above its headers', async () => {
    const { headers, lines } = await read('Renovações de dezembro;;\n;;\nApólice;CPF;Nome\n1;2;Ana')
    expect(headers).toEqual(['Apólice', 'CPF', 'Nome'])
    expect([...lines]).toEqual([{ line: 4, cells: ['1', '2', 'Ana'] }])
  })

  test('whose headers name nothing begins with its first line', async () => {
    expect((await read(';\nA;B\n1;2')).headers).toEqual(['A', 'B'])
  })

  test.each([
    '',
    '\n\n',
    'PK\u0003\u0004',
    '\0\0',
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
  ])('%j is refused', async (text) => {
    await expect(read(text)).rejects.toThrow(UnreadableFile)
  })
})

describe('quotes', () => {
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
  const read = (text: string) => readTable(bytesOf(text))

  test('a cell of several lines is one cell', async () => {
    const { lines } = await read('Apólice;CPF;Nome\n1;2;"Ana; casa\nLima"\n3;4;Bia')
    expect(Array.from(lines, ({ cells }) => cells)).toEqual([
      ['1', '2', 'Ana; casa\nLima'],
      ['3', '4', 'Bia'],
    ])
  })

  test.each([
    ['never closes', 'Apólice;CPF;Nome\n1;2;Ana\n3;"4;Bia\n5;6;Caio', 3],
    ['closes lines below, in the same column', 'Apólice;CPF;Nome\n1;"2;Ana\n3;4;Bia\n5;6";Caio\n7;8;Davi', 2],
    ['closes in the next line', 'Apólice;CPF;Nome\n1;2;Ana\n3;"4;Bia\n5;6";Caio\n7;8;Davi', 3],
    ['opens again', 'Apólice;CPF;Nome\n1;"2;Ana\n3;"4;Bia\n5;6;Caio\n7;8;Davi', 2],
  ])('one that %s is refused with its line', async (_, text, line) => {
    await expect(read(text)).rejects.toThrow(`a linha ${line} abre aspas que não fecham`)
  })

  const CPFS = ['529.982.247-25', '111.444.777-35', '123.456.789-09', '']
  const lineOf = fc.record({ cpf: fc.constantFrom(...CPFS), end: fc.constantFrom('31/12/2026', 'ontem') })
  const damage = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('cut', 'double', 'quote', 'break', 'blank'),
  })

  /** Each policy has a number of its own, so that a line that vanished can be named. */
  test('of a file cut, doubled and quoted at random no line vanishes, or it is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lineOf, { minLength: 1, maxLength: 12 }),
        fc.array(damage, { maxLength: 6 }),
        async (rows, damages) => {
          const body = rows.map(({ cpf, end }, place) => `P${place}P;Auto;Nome ${place};${cpf};Porto;${end}`)
          const text = damages.reduce(
            (now, { at, kind }) => {
              const place = now.length === 0 ? 0 : at % now.length
              if (kind === 'cut') return now.slice(0, Math.max(place, 60))
              if (kind === 'double') return now.slice(0, place) + now.slice(Math.max(0, place - 20))
              const sign = { quote: '"', break: '\n', blank: '\n\n' }[kind]
              return now.slice(0, place) + sign + now.slice(place)
            },
            ['Apólice;Produto;Cliente;CPF;Seguradora;Vencimento', ...body].join('\n'),
          )
          const table = await read(text).catch((error: unknown) => {
            if (error instanceof UnreadableFile) return null
            throw error
          })
          if (table === null) return
          const mapping = suggestedMapping(table.headers)
          const { good, refused, blank, total } = readPolicies(table, mapping, NOW).lines
          expect(good.length + refused.length + blank).toBe(total)
          // Each whole line of the text begins a line of the table.
          const begun = Array.from(table.lines, ({ cells }) => String(cells[0] ?? ''))
          const whole = text
            .split('\n')
            .filter((line) => /^P\d+P;Auto;Nome \d+;[^"]*;Porto;[^"]*$/u.test(line))
          for (const line of whole) {
            const [number = ''] = line.split(';')
            if (text.indexOf(line) > text.indexOf('\n')) expect(begun).toContain(number)
          }
        },
      ),
      { numRuns: 500 },
    )
  }, 60_000)
})
