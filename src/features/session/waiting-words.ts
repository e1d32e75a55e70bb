/** The same words for what waits on the lock screen and on the sign-in screen. docs/rules.md#the-queue */
import type { Waiting } from '../../db/outbox/waiting.ts'

/** '2 alterações por enviar e 1 para resolver'. null: nothing waits. */
export function waitingWords({ pending, problems }: Pick<Waiting, 'pending' | 'problems'>): string | null {
  const changes = (count: number, what: string) =>
    `${count} ${count === 1 ? 'alteração' : 'alterações'} ${what}`
  if (pending === 0) return problems === 0 ? null : changes(problems, 'para resolver')
  const toSend = changes(pending, 'por enviar')
  return problems === 0 ? toSend : `${toSend} e ${problems} para resolver`
}

/** A sentence about what waits for people who are not signed in. */
export function waitsWords(waiting: Pick<Waiting, 'pending' | 'problems'>): string | null {
  const words = waitingWords(waiting)
  if (words === null) return null
  const waits =
    waiting.pending + waiting.problems === 1 ? 'Ela espera por quem a fez.' : 'Elas esperam por quem as fez.'
  return `Neste aparelho há ${words}. ${waits}`
}
