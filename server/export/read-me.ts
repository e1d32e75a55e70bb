/** LEIA-ME.txt of an export: what each sheet and column is. */

import { formatNumber } from '../../src/domain/text/formats.ts'
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'
import type { Column } from '../backup/rows.ts'
import type { Sheet } from '../records/tables/table.ts'
import { columnWords } from './column-words.ts'
import type { SheetSum } from './manifest.ts'

interface Described {
  readonly name: string
  readonly columns: readonly Column[]
  readonly sheet: Sheet
}

const rowsOf = (count: number) => (count === 1 ? '1 linha' : `${formatNumber(count)} linhas`)

const HEAD = `Este arquivo tem tudo o que o Farol guarda, para ler em qualquer programa ou importar em outro Farol.

As planilhas estão na pasta planilhas, em CSV: UTF-8, com ponto e vírgula. O Excel as abre com dois cliques.
- Célula sem nada: não há valor. Um texto vazio aparece da mesma forma.
- Números longos, como CPF, perdem os zeros da frente se o Excel abrir a planilha com dois cliques. Para vê-los inteiros,
  use Dados > De Texto/CSV e escolha o tipo Texto.
- Um texto que começa com = + - @ ou ' tem um ' a mais na frente, para que nenhum programa o tome por uma fórmula.
- Data e hora são as de São Paulo, com a distância até o horário universal (-03).
- Campos com detalhes variáveis estão em JSON.
- Os PDFs estão na pasta arquivos, pelo caminho que a planilha arquivos diz.

Não estão aqui: senhas, sessões, chaves e tokens, e-mails enviados, conversas com o assistente.

O manifesto.json tem a soma SHA-256 e o número de linhas de cada planilha. Para importar em um Farol vazio, não mude nada
aqui dentro: quem cuida do servidor usa o comando
  npm run import:whole -- este-arquivo.zip

Aqui há dados pessoais. Guarde o arquivo em lugar seguro e apague-o quando não precisar mais dele.
`

function sheetText({ name: table, columns, sheet }: Described, rows: number): string {
  const lines = columns.map(({ name }) => `  ${name}: ${columnWords(table, name) ?? name}`)
  return [`${sheet.name}.csv (${rowsOf(rows)})`, sheet.what, ...lines].join('\n')
}

/** `missing`: files that the database names and that are not there. */
export function readMe({
  tables,
  sheets,
  takenAt,
  missing,
}: {
  readonly tables: readonly Described[]
  readonly sheets: readonly SheetSum[]
  readonly takenAt: string
  readonly missing: number
}): string {
  const rows = new Map(sheets.map((sum) => [sum.table, sum.rows]))
  const parts = [
    `Exportação do Farol de ${formatDateTime(takenAt)}`,
    HEAD,
    ...(missing === 0
      ? []
      : [`Faltam ${formatNumber(missing)} arquivos que o banco cita: o servidor não os tinha mais.\n`]),
    ...tables.map((table) => `${sheetText(table, rows.get(table.name) ?? 0)}\n`),
  ]
  // Notepad of Windows needs the byte order mark and these ends of lines.
  return `\uFEFF${parts.join('\n').replaceAll('\n', '\r\n')}`
}
