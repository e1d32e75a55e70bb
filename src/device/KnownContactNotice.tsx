/**
 * Says before a save that a typed phone or mail is a known client's. It has a place of its own, which is empty until
 * then, so that no field moves. It never holds up a save: a phone may be shared. docs/rules.md#known-contacts
 */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Client } from '../domain/client/client.ts'
import {
  CONTACT_FIELDS,
  type ContactField,
  knownContactWords,
  sharedKey,
  type TypedContact,
} from '../domain/client/typed-contact.ts'
import { useDialog } from '../ui/useDialog.ts'
import { KnownClientsDialog } from './KnownClientsDialog.tsx'
import classes from './KnownContact.module.css'
import { KnownContactNote } from './KnownContactNote.tsx'
import { type KnownContact, useKnownContacts } from './useKnownContacts.ts'

export interface KnownContactNoticeProps {
  readonly userId: number
  readonly typed: TypedContact
  /** What the client has already. Null: it is a new one. */
  readonly stored: TypedContact | null
  /** Whether the form is about this client itself. */
  readonly isOwn: (client: Client) => boolean
  /** The id of a field, which has the focus after an answer. */
  readonly idOf: (field: ContactField) => string
  /** Takes the client into the form. Null: the form can't change its client. */
  readonly onUse: ((client: Client) => void) | null
  /** Whether `onUse` can take this client. Default: any. */
  readonly canUse?: (client: Client) => boolean
}

/** On a low screen the buttons of the form may cover the warning, or it is below the edge. */
function showIfCovered(element: HTMLElement): void {
  const { left, bottom } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(left + 16, bottom - 8)
  if (!element.contains(seen)) element.scrollIntoView({ block: 'nearest' })
}

export function KnownContactNotice(props: KnownContactNoticeProps) {
  const { userId, typed, stored, isOwn, idOf, onUse, canUse = () => true } = props
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const viewing = useDialog<readonly KnownContact[]>()
  const all = useKnownContacts(userId, typed, stored)
  const known = all.filter(
    ({ client, fields }) => !isOwn(client) && !dismissed.has(sharedKey(client.uid, typed, fields)),
  )
  const [first] = known
  const place = useRef<HTMLDivElement>(null)
  const knownUid = first?.client.uid
  useEffect(() => {
    if (knownUid !== undefined && place.current !== null) showIfCovered(place.current)
  }, [knownUid])
  const uses = onUse === null ? null : { canUse, use: onUse }
  /** The buttons disappear with the answer, so the field takes the focus. */
  const answered = (of: KnownContact) => {
    const field = of.fields[0] ?? 'cellphone'
    requestAnimationFrame(() => document.getElementById(idOf(field))?.focus())
  }
  const use = (of: KnownContact) => {
    viewing.close()
    onUse?.(of.client)
    answered(of)
  }
  const dismiss = (of: KnownContact) => {
    setDismissed(
      (before) =>
        new Set([...before, ...known.map(({ client, fields }) => sharedKey(client.uid, typed, fields))]),
    )
    answered(of)
  }
  const fields = CONTACT_FIELDS.filter((field) => known.some((one) => one.fields.includes(field)))
  return (
    <div ref={place} className={classes.place}>
      <div className={classes.line} data-known={first === undefined ? undefined : true}>
        <p className={classes.words} role="status">
          {first === undefined ? '' : `${knownContactWords(first.client.name, fields, known.length - 1)}.`}
        </p>
        {first === undefined ? (
          <KnownContactNote />
        ) : (
          <div className={classes.answers} role="group" aria-label="Cliente que já tem este contato">
            {uses === null || known.length > 1 || !canUse(first.client) ? null : (
              <Button variant="light" size="compact-sm" onClick={() => use(first)}>
                Usar este cliente
              </Button>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => viewing.open(known)}>
              {known.length === 1 ? 'Ver cliente' : 'Ver clientes'}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => dismiss(first)}>
              É outra pessoa
            </Button>
          </div>
        )}
      </div>
      {viewing.subject === null ? null : (
        <KnownClientsDialog
          opened={viewing.opened}
          known={viewing.subject}
          canUse={(client) => uses?.canUse(client) === true}
          onUse={use}
          onClose={viewing.close}
        />
      )}
    </div>
  )
}
