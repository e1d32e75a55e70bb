/** The files of bench:imports: two honest ones, and three that ask for as much as they can. */
import { randomBytes } from 'node:crypto'
import { writeXlsxStream } from 'hucre/xlsx'
import { demoCpf, demoMobile } from '../../server/demo/documents.ts'
import { personName } from '../../server/demo/names.ts'
import { seededRandom } from '../../server/demo/random.ts'
import { textCell, workbookOf, zipOf } from '../../tests/unit/domain/spreadsheet/made-zip.ts'

const MB = 1024 * 1024

export const HEADERS = [
  'Número antigo',
  'Nome do cliente',
  'CPF/CNPJ',
  'Celular',
  'Telefone',
  'E-mail',
  'Data de nascimento',
  'CEP',
  'Rua',
  'Número',
  'Bairro',
  'Cidade',
  'Estado',
]

export interface BenchFile {
  readonly what: string
  readonly name: string
  readonly content: Uint8Array
}

function* clients(count: number): Generator<(string | number)[]> {
  const random = seededRandom(7)
  for (let place = 0; place < count; place++) {
    yield [
      place + 1,
      personName(random),
      demoCpf(random),
      demoMobile(random, '31'),
      `31 3${String(3_000_000 + place)}`,
      `cliente${place}@exemplo.com.br`,
      `${String((place % 28) + 1).padStart(2, '0')}/0${(place % 9) + 1}/19${60 + (place % 40)}`,
      '30130-010',
      `Avenida Afonso Pena ${place % 800}`,
      place % 3000,
      'Centro',
      'Belo Horizonte',
      'MG',
    ]
  }
}

async function honest(lines: number): Promise<Uint8Array> {
  const rows = (function* () {
    yield [...HEADERS]
    yield* clients(lines)
  })()
  const made = await new Response(writeXlsxStream(rows, { name: 'Clientes' })).arrayBuffer()
  return new Uint8Array(made)
}

const NOTE = 'Cliente indicado pela concessionária, prefere ser chamado à tarde e renova tudo'

/** As many different texts as an .xlsx may unpack to. */
function hostileZip(): Uint8Array {
  const row = (place: number) =>
    `<row r="${place}">${textCell(`A${place}`, `${place} ${randomBytes(1000).toString('hex').repeat(16)}`)}</row>`
  return zipOf(workbookOf(Array.from({ length: 4500 }, (_, place) => row(place + 1)).join('')))
}

export async function benchFiles(lines: number): Promise<BenchFile[]> {
  const wide = [
    [...HEADERS, 'Observação'].join(';'),
    ...Array.from(clients(lines), (cells) => [...cells, NOTE].join(';')),
  ]
  return [
    {
      what: `an honest .xlsx, ${lines.toLocaleString('en')} lines`,
      name: 'clientes.xlsx',
      content: await honest(lines),
    },
    {
      what: 'a CSV of short lines, 8 MB',
      name: 'curtas.csv',
      content: Buffer.from('Nome;CPF\n'.padEnd(8 * MB, 'a\n')),
    },
    {
      what: `an honest CSV, ${lines.toLocaleString('en')} lines`,
      name: 'clientes.csv',
      content: Buffer.from(wide.join('\n')),
    },
    { what: 'a hostile zip, 140 MB unpacked', name: 'bomba.xlsx', content: hostileZip() },
    {
      what: 'a CSV of one line, 24 MB',
      name: 'larga.csv',
      content: Buffer.from('Nome;CPF\n'.padEnd(24 * MB, '"a";')),
    },
  ]
}
