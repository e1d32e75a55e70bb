/** The values of the connection's form, and its save. docs/rules.md#whatsapp */
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import {
  saveWhatsAppRoute,
  type WhatsApp,
  type WhatsAppBody,
  whatsAppRoute,
} from '../../../contract/whatsapp.ts'
import { failureWords, online } from '../../../device/online.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'

/** A line of the form has a key of its own: lines come and go. */
export interface NumberLine {
  readonly key: string
  readonly phone_number_id: string
  readonly display_number: string
  readonly user_id: number | null
}

export interface FormValues extends Record<string, unknown> {
  readonly waba_id: string
  readonly token: string
  readonly app_secret: string
  readonly keeps_text: boolean
  readonly numbers: readonly NumberLine[]
}

export const newLine = (): NumberLine => ({
  key: crypto.randomUUID(),
  phone_number_id: '',
  display_number: '',
  user_id: null,
})

/** Lines that the server has keep their keys between two readings. */
export const valuesOf = (connection: WhatsApp | null): FormValues => ({
  waba_id: connection?.waba_id ?? '',
  token: '',
  app_secret: '',
  keeps_text: connection?.keeps_text ?? false,
  numbers: connection?.numbers.map(({ phone_number_id, display_number, user_id }) => ({
    key: phone_number_id,
    phone_number_id,
    display_number,
    user_id,
  })) ?? [newLine()],
})

export const bodyOf = ({ waba_id, token, app_secret, keeps_text, numbers }: FormValues): WhatsAppBody => ({
  waba_id,
  token,
  app_secret,
  keeps_text,
  numbers: numbers.map(({ phone_number_id, display_number, user_id }) => ({
    phone_number_id,
    display_number,
    user_id,
  })),
})

/** A change names the revision that it began with. Sent again after a lost answer, it changes nothing more. */
export function useWhatsAppSave(
  opened: WhatsApp | null,
): (values: FormValues) => Promise<SaveOutcome<FormValues>> {
  const revision = useRef(opened?.revision)
  return async (values) => {
    const result = await online((token) =>
      call(saveWhatsAppRoute, { token, body: { ...bodyOf(values), revision: revision.current } }),
    )
    if (result.kind === 'ok') return { kind: 'saved' }
    const message = failureWords(result, 'salvar a conexão') ?? ''
    if (result.kind !== 'refused') return { kind: 'refused', message }
    if (result.body.code === 'conflict') {
      const present = await online((token) => call(whatsAppRoute, { token }))
      const now = present.kind === 'ok' ? present.value.data : null
      if (now !== null) {
        revision.current = now.revision
        return { kind: 'changed', message: result.body.message, present: valuesOf(now) }
      }
    }
    const { errors } = result.body
    return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
  }
}
