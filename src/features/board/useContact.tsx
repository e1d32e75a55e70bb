/**
 * The call and the conversation of a card and of the day: which number, by a button or by the device's own link. With two
 * numbers the call asks which one. A user who attends the lead calls by the app, which records it. docs/rules.md#calls
 */
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import type { BoardSlots } from './board-slots.ts'
import { contactOf } from './contact.ts'

const PhoneMenu = lazyAfterPaint(async () => (await import('./PhoneMenu.tsx')).PhoneMenu)

interface ContactInput extends Pick<BoardSlots, 'onCall' | 'onConversation'> {
  readonly lead: Lead
  readonly user: SessionUser
}

interface CallButton {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly onClick: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
  readonly 'data-calls': true
}

interface Contact {
  /** The number that is shown, '' where there is none. */
  readonly shown: string
  /** Null: there is no number to call. */
  readonly call: { readonly button: CallButton } | { readonly link: { readonly href: string } } | null
  /** Beside the button: the choice of the number, while it is open. */
  readonly menu: ReactNode
  readonly whatsapp: {
    readonly href: string
    readonly target: '_blank'
    readonly rel: 'noreferrer'
    readonly onClick: () => void
  } | null
}

export function useContact({ lead, user, onCall, onConversation }: ContactInput): Contact {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { phones, shown, first, tel, whatsapp, attends, asks } = contactOf(lead, user)
  const call = (phone: string) => onCall(lead, phone)
  const ofButton: CallButton = {
    ref: button,
    ...(asks ? { 'aria-haspopup': 'menu', 'aria-expanded': asking } : {}),
    onClick: () => (asks ? setAsking(true) : call(first)),
    'data-calls': true,
  }
  return {
    shown,
    call: tel === null ? null : attends || asks ? { button: ofButton } : { link: { href: tel } },
    menu: asking ? (
      <PhoneMenu
        phones={phones}
        onCall={attends ? call : undefined}
        onClose={() => {
          setAsking(false)
          button.current?.focus({ preventScroll: true })
        }}
      />
    ) : null,
    whatsapp:
      whatsapp === null
        ? null
        : {
            href: whatsapp,
            target: '_blank',
            rel: 'noreferrer',
            onClick: () => {
              if (attends) onConversation(lead, shown)
            },
          },
  }
}
