/** A form of the profile: a save that fails keeps what was typed, and shows what the server says at its field. */
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { tokenConfirmRoute, updateUserRoute } from '../../contract/session.ts'
import { anyHeldKeys } from '../../db/sealing/held-keys.ts'
import { updateSessionUser } from '../../db/session/device-session.ts'
import { failureWords, online } from '../../device/online.ts'
import type { Mailed } from '../../domain/mail/mailed.ts'
import type { FormCardProps } from '../../ui/FormCard.tsx'
import { useTypedText } from '../../ui/leaving/useLayer.ts'
import { notify } from '../../ui/notify.ts'
import type { Problems, ProfileBody } from './profile-changes.ts'

interface ProfileFormOptions<Values> {
  readonly initial: Values
  readonly problems: (values: Values) => Problems
  /** null: nothing to send. */
  readonly bodyOf: (values: Values) => ProfileBody | null
  /** After a save: the address that was sent, and the mail to it. */
  readonly onSaved: (saved: {
    readonly email: string | undefined
    /** To a new address, which counts once its link is used. null: the address stays. */
    readonly mail: Mailed | null
  }) => void
}

export interface ProfileForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  /** What the card around the fields needs. */
  readonly card: Omit<FormCardProps, 'title' | 'children'>
}

/** The device's user follows at once; the next check of the token would bring it too. */
async function refreshUser(): Promise<void> {
  await online(async (token) => {
    const answer = await call(tokenConfirmRoute, { token })
    if (answer.kind === 'ok') await updateSessionUser(token, answer.value)
    return answer
  })
}

const OTHER_PASSWORD =
  'A senha foi trocada, mas este aparelho ainda abre com a antiga. Saia e entre com a nova para trocar aqui também.'

/** The server has the new password already: whatever happens here, the user learns which one opens this device. */
async function keepPassword({ old_password, password }: ProfileBody): Promise<void> {
  if (password === undefined || anyHeldKeys() === null) return
  const isKept = await import('../../device/keyring/new-password.ts')
    .then(({ keepNewPassword }) => keepNewPassword(old_password, password))
    .catch((error: unknown) => {
      reportError(error)
      return false
    })
  if (!isKept) notify.warning(OTHER_PASSWORD)
}

export function useProfileForm<Values extends Record<string, unknown>>({
  initial,
  problems,
  bodyOf,
  onSaved,
}: ProfileFormOptions<Values>): ProfileForm<Values> {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => ({ ...problems(values) }),
  })
  useTypedText(form.isDirty())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const cancel = () => {
    form.setValues(initial)
    form.resetDirty(initial)
    form.clearErrors()
    setProblem(null)
  }
  const save = async () => {
    if (busy || form.validate().hasErrors) return
    const body = bodyOf(form.getValues())
    if (body === null) return cancel()
    setBusy(true)
    const result = await online((token) => call(updateUserRoute, { token, body }))
    if (result.kind === 'ok') await keepPassword(body)
    setBusy(false)
    setProblem(failureWords(result, 'salvar o perfil'))
    if (result.kind === 'refused') {
      const fields = Object.entries(result.body.errors ?? {})
      form.setErrors(Object.fromEntries(fields.map(([field, [first]]) => [field, first ?? ''])))
    }
    // The answer alone may be lost: what was saved shows.
    if (result.kind === 'unreachable') await refreshUser()
    if (result.kind !== 'ok') return
    form.reset()
    notify.success(result.value.message)
    onSaved({ email: body.email, mail: result.value.mail })
    await refreshUser()
  }
  return {
    form,
    card: { dirty: form.isDirty(), busy, problem, onSave: () => void save(), onCancel: cancel },
  }
}
