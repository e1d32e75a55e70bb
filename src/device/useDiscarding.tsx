/** Discards one command, or all commands of its lead, after a question. */
import { type ReactNode, useState } from 'react'
import { openMirror } from '../db/open.ts'
import { discardCommand, discardLead, keyNow } from '../db/outbox/resolve-outbox.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { notify } from '../ui/notify.ts'
import { decide } from './decide.ts'

const WARNING = 'O que você fez neste aparelho e o servidor não tem se perde. Não há como desfazer.'

export type Extent = 'one' | 'lead'

export interface Discarding {
  readonly ask: (record: OutboxRecord, extent: Extent) => void
  readonly dialog: ReactNode
}

interface DiscardingOptions {
  /** Runs after the user confirmed, while the command is still queued. */
  readonly onConfirmed?: (record: OutboxRecord) => void
  /** Runs after the discard. Does not run when the command was already sent. */
  readonly onDiscarded?: () => void
}

/** Returns false when the command was already sent. */
async function giveUp(userId: number, record: OutboxRecord, extent: Extent): Promise<boolean> {
  const db = openMirror(userId)
  const key = await keyNow(db, record)
  if (key === null) return false
  if (extent === 'one') return discardCommand(db, key)
  await discardLead(db, key)
  return true
}

/**
 * Belongs in a screen, not in a card: the server's answer may remove the card while the question is open.
 */
export function useDiscarding(
  userId: number,
  { onConfirmed, onDiscarded }: DiscardingOptions = {},
): Discarding {
  const [asked, setAsked] = useState<{ record: OutboxRecord; extent: Extent } | null>(null)
  const close = () => setAsked(null)
  const discard = async ({ record, extent }: { record: OutboxRecord; extent: Extent }) => {
    if (await giveUp(userId, record, extent)) onDiscarded?.()
    else notify.warning('A alteração já foi enviada: não pode mais ser descartada.')
  }
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={asked?.extent === 'lead' ? 'Descartar tudo deste lead?' : 'Descartar esta alteração?'}
      confirm={asked?.extent === 'lead' ? 'Descartar tudo deste lead' : 'Descartar alteração'}
      danger
      onConfirm={() => {
        close()
        if (asked === null) return
        onConfirmed?.(asked.record)
        void decide(() => discard(asked))
      }}
      onClose={close}
    >
      {WARNING}
    </ConfirmDialog>
  )
  return { ask: (record, extent) => setAsked({ record, extent }), dialog }
}
