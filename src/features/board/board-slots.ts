/**
 * What the board opens and does not hold itself: the lead's form, its dialogs, its history. The route puts it together,
 * since no feature imports another.
 */
import type { ReactNode } from 'react'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'

export interface BoardSlots {
  /** 'Trabalhar lead', and what follows a capture: the lead in the form. */
  readonly onWork: (lead: Lead) => void
  readonly scheduling: (dialog: {
    readonly lead: Lead | null
    readonly opened: boolean
    readonly onClose: () => void
    readonly onClosed: () => void
  }) => ReactNode
  /** Above the facts of the read-only view: what waits for the user's decision. */
  readonly notice: (lead: Lead) => ReactNode
  /** Buttons of the read-only view. `onCovered`: a dialog of theirs stands over it. */
  readonly viewActions: (lead: Lead, onCovered: (covered: boolean) => void) => ReactNode
  /** From the phone on a card: dialled and recorded as the call dialog does. */
  readonly onCall: (lead: Lead, phone: string) => void
  /** The card's link opens a conversation: recorded as the call dialog does. */
  readonly onConversation: (lead: Lead, phone: string) => void
  /** After a call of the lead: that it was recorded, and how it went. Nothing where there was none. */
  readonly callLine: (lead: Lead) => ReactNode
  readonly history: (lead: Lead, client: Client | null) => ReactNode
}
