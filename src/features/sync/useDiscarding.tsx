/** Giving up one command, or all of its lead, after a question that outlives what happens to them meanwhile. */
import { type ReactNode, useState } from 'react'
import { openMirror } from '../../db/mirror.ts'
import type { OutboxRecord } from '../../db/schema.ts'
import { discardCommand, discardLead, keyNow } from '../../db/settle.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { decide } from './decide.ts'

const WARNING = 'O que você fez neste aparelho e o servidor não tem se perde. Não há como desfazer.'

export type Extent = 'one' | 'lead'

export interface Discarding {
  readonly ask: (record: OutboxRecord, extent: Extent) => void
  readonly dialog: ReactNode
}

/** For the screen, not for a card: an answer of the server may take the card away while the question is open. */
export function useDiscarding(userId: number): Discarding {
  const [asked, setAsked] = useState<{ record: OutboxRecord; extent: Extent } | null>(null)
  const close = () => setAsked(null)
  const discard = async () => {
    const db = openMirror(userId)
    const key = asked === null ? null : await keyNow(db, asked.record)
    if (key !== null && asked?.extent === 'lead') return discardLead(db, key)
    if (key === null || !(await discardCommand(db, key)))
      notify.warning('A alteração já foi enviada: não pode mais ser descartada.')
  }
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={asked?.extent === 'lead' ? 'Descartar tudo deste lead?' : 'Descartar esta alteração?'}
      confirm="Descartar"
      danger
      onConfirm={() => {
        close()
        void decide(discard)
      }}
      onClose={close}
    >
      {WARNING}
    </ConfirmDialog>
  )
  return { ask: (record, extent) => setAsked({ record, extent }), dialog }
}
