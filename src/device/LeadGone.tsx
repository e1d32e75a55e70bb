/** In place of a lead that this device does not have. */
import type { LeadAbsence } from '../db/session/lead-absence.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

const WORDS: Readonly<Record<LeadAbsence, { readonly title: string; readonly text: string }>> = {
  gone: {
    title: 'Este lead não está mais neste aparelho',
    text: 'Outra pessoa o atende agora, ou ele saiu do período mostrado.',
  },
  ended: {
    title: 'Sua sessão foi encerrada',
    text: 'Por segurança, os leads saíram deste aparelho. Este volta quando você entrar de novo.',
  },
  arriving: {
    title: 'Este lead ainda não chegou a este aparelho',
    text: 'Os leads estão sendo baixados. Este aparece aqui assim que chegar.',
  },
}

export function LeadGone({ absence }: { readonly absence: LeadAbsence | null }) {
  const { title, text } = WORDS[absence ?? 'gone']
  return (
    <EmptyState drawing={absence === 'ended' ? 'denied' : 'lost'} title={title}>
      {text}
    </EmptyState>
  )
}
