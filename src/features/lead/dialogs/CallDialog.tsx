/** 'Ligar para': calls one of the client's two phones. docs/rules.md#calls */

import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { callablePhones, formatPhone, whatsappLink } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCalls } from '../actions/useCalls.ts'
import { REQUIRED } from './words.ts'

export interface CallSubject {
  readonly lead: Lead
  /** The form's values: the user may have just corrected a phone. */
  readonly name: string
  readonly cellphone: string
  readonly phone: string
}

interface CallDialogProps {
  readonly subject: CallSubject | null
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

export function CallDialog({ subject, user, opened, onClose }: CallDialogProps) {
  const name = subject?.name ?? ''
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={name === '' ? 'Ligar para' : `Ligar para ${name}`}
      size="sm"
    >
      {subject === null ? null : <CallForm subject={subject} user={user} onClose={onClose} />}
    </Dialog>
  )
}

function CallForm({
  subject,
  user,
  onClose,
}: Omit<CallDialogProps, 'opened' | 'subject'> & { subject: CallSubject }) {
  const phones = callablePhones(subject)
  const [chosen, setChosen] = useState<string | null>(phones.length === 1 ? (phones[0]?.phone ?? null) : null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const { call, record } = useCalls(user)
  const whatsapp = chosen === null ? null : whatsappLink(chosen)

  const { uid } = subject.lead
  const dial = async (phone: string) => {
    setBusy(true)
    const recorded = await call(uid, phone)
    setBusy(false)
    if (recorded) onClose()
  }

  if (phones.length === 0)
    return (
      <Stack gap="md">
        <Text>Este cliente não tem telefone válido. Preencha o celular ou o telefone no formulário.</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Ok
          </Button>
        </Group>
      </Stack>
    )
  return (
    <AskForm
      onSubmit={() => {
        setAsked(true)
        if (chosen !== null) void dial(chosen)
      }}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          {whatsapp === null ? null : (
            <Button
              component="a"
              href={whatsapp}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
              onClick={() => {
                if (chosen !== null) void record(uid, chosen).then(onClose)
              }}
            >
              WhatsApp
            </Button>
          )}
          <Button type="submit" loading={busy} leftSection={<IconPhone size={18} aria-hidden />}>
            Ligar
          </Button>
        </>
      }
    >
      <Radio.Group
        label={labelOf('client_phone')}
        required
        value={chosen}
        onChange={setChosen}
        error={asked && chosen === null ? REQUIRED : false}
      >
        <Stack gap="sm" mt={4}>
          {phones.map(({ label, phone }, place) => (
            <Radio
              key={phone}
              value={phone}
              label={`${label}: ${formatPhone(phone)}`}
              error={asked && chosen === null}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
        </Stack>
      </Radio.Group>
    </AskForm>
  )
}
