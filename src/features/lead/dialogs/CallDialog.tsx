/** 'Ligar para': one button a phone, which carries its number. docs/rules.md#calls */

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import type { Lead } from '../../../domain/lead/lead.ts'
import { callablePhones, formatPhone, whatsappLink } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useOnce } from '../../../ui/useOnce.ts'
import { useCalls } from '../actions/useCalls.ts'

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
  const [calling, setCalling] = useState<string | null>(null)
  const { call, record } = useCalls(user)
  const once = useOnce()

  const { uid } = subject.lead
  const dial = (phone: string) =>
    once(async () => {
      setCalling(phone)
      const recorded = await call(uid, phone)
      setCalling(null)
      if (recorded) onClose()
    })

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
    <Stack gap="sm">
      {phones.map(({ label, phone }, place) => {
        const whatsapp = whatsappLink(phone)
        const number = formatPhone(phone)
        return (
          <Group key={phone} gap="xs" wrap="nowrap">
            <Button
              flex={1}
              justify="flex-start"
              aria-label={`Ligar: ${label} ${number}`}
              leftSection={<IconPhone size={18} aria-hidden />}
              loading={calling === phone}
              disabled={calling !== null && calling !== phone}
              onClick={() => void dial(phone)}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            >
              {label} {number}
            </Button>
            {whatsapp === null ? null : (
              <Button
                component="a"
                href={whatsapp}
                target="_blank"
                rel="noreferrer"
                variant="default"
                aria-label={`WhatsApp: ${number}`}
                leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
                onClick={() => void record(uid, phone).then(onClose)}
              >
                WhatsApp
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
