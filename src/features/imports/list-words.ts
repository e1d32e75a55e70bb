/** What the screen says of each list. */
import type { ImportList } from '../../domain/imports/lists.ts'
import { formatNumber } from '../../domain/text/formats.ts'

interface ListWords {
  /** While no file is chosen. */
  readonly hint: string
  readonly one: string
  readonly many: string
  /** How a row that is there already is recognised. */
  readonly existing: string
}

export const LIST_WORDS: Readonly<Record<ImportList, ListWords>> = {
  clients: {
    hint: 'Planilha .xlsx ou CSV com um cliente por linha.',
    one: 'cliente',
    many: 'clientes',
    existing: 'Quem já está no Farol pelo CPF/CNPJ fica como está: só o que está em branco é completado.',
  },
  leads: {
    hint: 'Planilha .xlsx ou CSV com um lead por linha, abertos e encerrados.',
    one: 'lead',
    many: 'leads',
    existing:
      'Um lead com o mesmo sistema de origem e o mesmo número antigo não entra duas vezes. Importe antes os usuários e as concessionárias: é neles que os nomes da planilha são procurados.',
  },
  users: {
    hint: 'Planilha .xlsx ou CSV com um usuário por linha.',
    one: 'usuário',
    many: 'usuários',
    existing:
      'Quem já existe com o mesmo e-mail fica como está. Ninguém recebe convite agora: reenvie-o depois, em Usuários.',
  },
  partners: {
    hint: 'Planilha .xlsx ou CSV com uma concessionária por linha.',
    one: 'concessionária',
    many: 'concessionárias',
    existing: 'Quem já existe com o mesmo código ou nome fica como está.',
  },
}

/** '1 lead', '1.200 leads'. */
export const countedRows = (list: ImportList, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? LIST_WORDS[list].one : LIST_WORDS[list].many}`
