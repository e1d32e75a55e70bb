/** What became of the access that was taken away after a backup, for the terminal and the log: numbers, no names. */

import { joinAll } from '../../src/domain/text/formats.ts'
import { isKind, type Kind, type Revocation } from '../db/revocations/lines.ts'
import type { Doubt, Reconciled } from './reconcile.ts'

const WORDS: Readonly<Record<Kind, readonly [one: string, more: string]>> = {
  session: ['sessão encerrada', 'sessões encerradas'],
  password: ['senha trocada', 'senhas trocadas'],
  email: ['e-mail de usuário trocado', 'e-mails de usuários trocados'],
  'account-link': ['link de e-mail usado ou encerrado', 'links de e-mail usados ou encerrados'],
  passkey: ['chave de acesso removida', 'chaves de acesso removidas'],
  'code-app': ['aplicativo de códigos desligado ou trocado', 'aplicativos de códigos desligados ou trocados'],
  'recovery-code': ['código de recuperação usado ou trocado', 'códigos de recuperação usados ou trocados'],
  remembered: ['aparelho que deixou de ser lembrado', 'aparelhos que deixaram de ser lembrados'],
  'device-keys': [
    'chave de aparelho protegido removida ou trocada',
    'chaves de aparelhos protegidos removidas ou trocadas',
  ],
  half: ['chave de aparelho a apagar', 'chaves de aparelhos a apagar'],
  pin: ['PIN removido ou trocado', 'PINs removidos ou trocados'],
  erase: ['ordem de apagar um aparelho', 'ordens de apagar aparelhos'],
  erased: ['aparelho que confirmou que foi apagado', 'aparelhos que confirmaram que foram apagados'],
  'partner-key': ['chave de concessionária encerrada', 'chaves de concessionárias encerradas'],
  'indication-link': ['link de indicação trocado', 'links de indicação trocados'],
  'calendar-feed': [
    'endereço de calendário encerrado ou trocado',
    'endereços de calendário encerrados ou trocados',
  ],
  access: [
    'usuário desativado ou com outro perfil, concessionárias ou equipe',
    'usuários desativados ou com outro perfil, concessionárias ou equipe',
  ],
  partner: ['concessionária desativada', 'concessionárias desativadas'],
  team: ['equipe com menos canais', 'equipes com menos canais'],
}

const MOST = 20

/** 'usuários 4 e 7'. An e-mail's row is of the user itself. */
function subjectsOf(kind: Kind, revocations: readonly Revocation[]): string {
  const [column, one, more] =
    kind === 'partner' || kind === 'partner-key'
      ? ['partner_id', 'concessionária', 'concessionárias']
      : kind === 'team'
        ? ['team_id', 'equipe', 'equipes']
        : [kind === 'email' ? 'id' : 'user_id', 'usuário', 'usuários']
  const numbers = [...new Set(revocations.map(({ about }) => Number(about[column])))].toSorted(
    (a, b) => a - b,
  )
  const rest = numbers.length > MOST ? [`mais ${numbers.length - MOST}`] : []
  return `${numbers.length === 1 ? one : more} ${joinAll([...numbers.slice(0, MOST).map(String), ...rest])}`
}

function linesOf(carriedOut: readonly Revocation[]): string[] {
  const byKind = Map.groupBy(carriedOut, ({ kind }) => kind)
  return [...byKind].flatMap(([kind, revocations]) => {
    if (!isKind(kind)) return []
    const [one, more] = WORDS[kind]
    const count = revocations.length
    return [`- ${count} ${count === 1 ? one : more} (${subjectsOf(kind, revocations)})`]
  })
}

const REASONS: Readonly<Record<Doubt, string>> = {
  missing: 'não foi encontrado',
  damaged: 'foi alterado ou está danificado',
  older: 'é mais antigo que a cópia',
}

/** `path`: of the file of revocations. */
export function revocationSentences(
  { carriedOut, doubt, ended }: Reconciled,
  path: string,
): readonly string[] {
  const has = (kind: Kind) => carriedOut.some((revocation) => revocation.kind === kind)
  return [
    ...(carriedOut.length === 0
      ? []
      : [
          'O banco não sabia do acesso tirado depois da cópia. Ele foi tirado de novo:',
          ...linesOf(carriedOut),
        ]),
    ...(has('password')
      ? [
          'Senhas trocadas depois da cópia não valem mais, nem a antiga nem a nova: a pessoa pede outra em ‘Esqueci minha senha’, ou um administrador envia um link.',
        ]
      : []),
    ...(has('email')
      ? ['Quem trocou o e-mail depois da cópia está sem e-mail: dê-lhe o novo em Usuários.']
      : []),
    ...(doubt === null || ended === null
      ? []
      : [
          `ATENÇÃO: o arquivo de revogações (${path}) ${REASONS[doubt]}, e sem ele o Farol não sabe de quem se tirou o acesso depois da cópia.`,
          `Por isso terminaram todas as sessões (${ended.sessions}), os PINs (${ended.pins}), as chaves de aparelhos protegidos (${ended.halves}), os aparelhos lembrados (${ended.remembered}) e os endereços de calendário (${ended.calendarFeeds}). Cada pessoa entra de novo.`,
          'Confira o que mais mudou depois da cópia, porque voltou ao que era: senhas, segundos fatores, perfis, usuários desativados, chaves de concessionárias e links de indicação.',
        ]),
  ]
}
