/** What a check of a dossier found, in sentences. */
import { SIGNATURE_WORDS, type Verdict } from '../signed/signature.ts'
import { counted } from '../text/counted.ts'
import { formatDateTime } from '../time/sao-paulo.ts'
import { anchorSaidOf } from './anchors.ts'
import { breakLine } from './break-words.ts'
import type { AnchorState, CheckedDossier } from './check.ts'
import type { Dossier } from './dossier.ts'

export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly title: string; readonly sentence: string }>> =
  {
    holds: {
      title: 'Tudo confere',
      sentence: 'O histórico é o que o Farol escreveu: nada foi mudado, tirado ou posto.',
    },
    unproven: {
      title: 'Não se sabe quem escreveu',
      sentence:
        'Os registros combinam entre si, mas nada prova que foi este Farol que os escreveu: qualquer pessoa pode fazer um arquivo assim.',
    },
    broken: { title: 'Não confere', sentence: 'O arquivo não é o que o Farol escreveu.' },
  }

/** Of a record in which nothing is wrong by itself. Names and the end of the history are only as good as the signature of the whole. */
export const RECORD_WORDS: Readonly<Record<Verdict, string>> = {
  holds: 'Confere',
  unproven: 'Combina com os outros, sem prova de quem escreveu',
  broken: 'Sozinho não mostra problema, mas o dossiê como um todo não confere',
}

export const ANCHOR_WORDS: Readonly<Record<AnchorState, string>> = {
  holds: 'O resumo diário confirma o histórico até o último registro.',
  partly: 'O resumo diário confirma o histórico até a sua data. Os registros de depois entram no próximo.',
  unsigned:
    'O resumo diário combina com o histórico, mas não tem a assinatura deste Farol: foi feito antes de ele assinar, com outra chave ou por fora.',
  wrong: 'O resumo diário não confere com o histórico.',
  none: 'Nenhum resumo diário confirma este histórico ainda: o primeiro é feito no dia seguinte.',
}

/** 'Resumo diário 12, de 01/12/2026 00:10: 5f…' */
export function anchorLine({ anchor }: Dossier): string | null {
  if (anchor === null) return null
  const said = anchorSaidOf(anchor.anchor)
  return said === null
    ? null
    : `Resumo diário ${said.n}, de ${formatDateTime(said.at)}: ${anchor.anchor.hash}`
}

/** 'Lead 17, 24 registros, feito em … por …' */
export const dossierLine = ({ lead, links, made_at, made_by, brokerage }: Dossier): string =>
  [
    `Lead ${lead.id}`,
    counted(links.length, 'registro', 'registros'),
    `feito em ${formatDateTime(made_at)} por ${made_by.name}`,
    ...(brokerage === '' ? [] : [brokerage]),
  ].join(', ')

/** All that the command says. */
export const checkLines = (dossier: Dossier, checked: CheckedDossier): string[] => [
  dossierLine(dossier),
  checked.verdict === 'broken'
    ? 'NÃO CONFERE:'
    : `${VERDICT_WORDS[checked.verdict].title}. ${VERDICT_WORDS[checked.verdict].sentence}`,
  ...checked.breaks.map((broken) => `  ${breakLine(broken)}`),
  SIGNATURE_WORDS.dossier[checked.signature],
  ANCHOR_WORDS[checked.anchor],
  ...(anchorLine(dossier) === null ? [] : [anchorLine(dossier) ?? '']),
]
