/** The clients that have a typed phone or mail, with what the device or the server knows of them. Opens over the form. */
import { Button, Group, Stack, Title } from '@mantine/core'
import type { Client } from '../domain/client/client.ts'
import { PERSON_FIELDS } from '../domain/client/fields.ts'
import { formatDocument } from '../domain/documents/cpf-cnpj.ts'
import { formatPhone } from '../domain/phone/phone.ts'
import { formatDay } from '../domain/time/sao-paulo.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FieldLines } from '../ui/FieldLines.tsx'
import type { KnownContact } from './useKnownContacts.ts'

interface KnownClientsDialogProps {
  readonly opened: boolean
  readonly known: readonly KnownContact[]
  readonly canUse: (client: Client) => boolean
  readonly onUse: (known: KnownContact) => void
  readonly onClose: () => void
}

/** Empty fields have no line. */
function linesOf({ id, cpf, birth_date, cellphone, phone, mail, address }: Client) {
  const city = [address.city, address.state].filter((part) => part !== '').join('/')
  const street = [address.street, address.number, address.district, city].filter((part) => part !== '')
  const lines = [
    { key: 'id', label: 'Número', words: id === null ? '' : String(id) },
    { key: 'cpf', label: PERSON_FIELDS.cpf.label, words: formatDocument(cpf) },
    {
      key: 'birth_date',
      label: PERSON_FIELDS.birth_date.label,
      words: birth_date === null ? '' : formatDay(birth_date),
    },
    { key: 'cellphone', label: PERSON_FIELDS.cellphone.label, words: formatPhone(cellphone) },
    { key: 'phone', label: PERSON_FIELDS.phone.label, words: formatPhone(phone) },
    { key: 'mail', label: PERSON_FIELDS.mail.label, words: mail },
    { key: 'address', label: 'Endereço', words: street.join(', ') },
  ]
  return lines.filter(({ words }) => words !== '')
}

export function KnownClientsDialog({ opened, known, canUse, onUse, onClose }: KnownClientsDialogProps) {
  const [only] = known.length === 1 ? known : []
  return (
    <Dialog opened={opened} onClose={onClose} title={only?.client.name ?? 'Clientes com este contato'}>
      <Stack gap="lg">
        {known.map((one) => (
          <section key={one.client.uid} aria-label={one.client.name}>
            {only === undefined ? (
              <Title order={3} size="sm" mb={6}>
                {one.client.name}
              </Title>
            ) : null}
            <FieldLines lines={linesOf(one.client)} />
            {canUse(one.client) ? (
              <Group justify="flex-end" mt="sm">
                <Button variant="light" onClick={() => onUse(one)}>
                  Usar este cliente
                </Button>
              </Group>
            ) : null}
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}
