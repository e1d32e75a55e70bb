/** Edits a client by the command `client.update`: offline too. docs/rules.md#list-of-clients */
import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ListedClient } from '../../contract/clients.ts'
import { KnownContact } from '../../device/KnownContact.tsx'
import { MailInput } from '../../device/MailInput.tsx'
import { OptOutField } from '../../device/OptOutField.tsx'
import { runCommandWithToast } from '../../device/run-command-with-toast.ts'
import { type ClientEdit, clientEditChanges, clientEditSchema } from '../../domain/client/edit.ts'
import { ADDRESS_FIELDS, ADDRESS_NAMES, PERSON_FIELDS } from '../../domain/client/fields.ts'
import type { ContactField } from '../../domain/client/typed-contact.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { CEP_TYPING } from '../../domain/documents/document-typing.ts'
import { PHONE_TYPING } from '../../domain/phone/phone-typing.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { MaskedInput, maskOf } from '../../ui/MaskedInput.tsx'

type Values = ClientEdit & Record<string, unknown>

interface ClientDialogProps {
  readonly user: SessionUser
  readonly client: ListedClient
  readonly onClose: () => void
}

const ADDRESS_TEXTS = ADDRESS_NAMES.filter((name) => ADDRESS_FIELDS[name].typing === 'text')

const idOf = (field: ContactField) => `cliente-${field}`

const dayWords = (day: string | null) => (day === null ? '' : day.split('-').toReversed().join('/'))

const flat = ({ address, ...fields }: Values | ClientEdit): Readonly<Record<string, unknown>> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(address).map(([field, value]) => [`address.${field}`, value])),
})

/**
 * Returns the problems of changed or empty fields. A wrong stored value that the user did not change need not be
 * corrected, but an empty required field is asked for.
 */
function ownProblems(values: Values, client: ClientEdit): Record<string, string> {
  const [typed, stored] = [flat(values), flat(client)]
  return Object.fromEntries(
    Object.entries(problemsOf(clientEditSchema, values)).filter(
      ([field]) => typed[field] === '' || typed[field] !== stored[field],
    ),
  )
}

export function ClientDialog({ user, client: listed, onClose }: ClientDialogProps) {
  const { is_active: _active, leads: _leads, ...client } = listed
  const save = async (values: Values): Promise<SaveOutcome> => {
    const changes = clientEditChanges(client, values)
    if (changes === null) return { kind: 'saved' }
    const saved = await runCommandWithToast(
      user.id,
      'client.update',
      { client_uid: client.uid, changes },
      { done: 'Cliente atualizado com sucesso', failed: 'Erro ao modificar cliente', seenClient: client },
    )
    return saved ? { kind: 'saved' } : { kind: 'refused', message: 'Erro ao modificar cliente' }
  }
  const { mail, phone, cellphone, address, no_messages_since } = client
  return (
    <FormDialog<Values>
      title="Editar cliente"
      size="lg"
      initial={{ mail, phone, cellphone, no_messages_since, address }}
      validate={(values) => ownProblems(values, client)}
      onSave={save}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput label={PERSON_FIELDS.name.label} value={client.name} disabled />
            <TextInput label={PERSON_FIELDS.cpf.label} value={formatDocument(client.cpf)} disabled />
            <TextInput label={PERSON_FIELDS.birth_date.label} value={dayWords(client.birth_date)} disabled />
            <MailInput
              label={PERSON_FIELDS.mail.label}
              required
              data-autofocus
              id={idOf('mail')}
              {...form.getInputProps('mail')}
            />
            <PhoneField form={form} field="phone" label={PERSON_FIELDS.phone.label} />
            <PhoneField form={form} field="cellphone" label={PERSON_FIELDS.cellphone.label} />
          </SimpleGrid>
          <KnownContact
            userId={user.id}
            typed={form.values}
            stored={client}
            isOwn={({ uid }) => uid === client.uid}
            idOf={idOf}
            onUse={null}
          />
          <AddressFields form={form} />
          <OptOutField
            userId={user.id}
            value={form.values.no_messages_since}
            onChange={(since) => form.setValues({ no_messages_since: since })}
          />
        </Stack>
      )}
    </FormDialog>
  )
}

interface FieldProps {
  readonly form: UseFormReturnType<Values>
}

function PhoneField({ form, field, label }: FieldProps & { field: 'phone' | 'cellphone'; label: string }) {
  return (
    <MaskedInput
      id={idOf(field)}
      label={label}
      required
      type="tel"
      {...maskOf(PHONE_TYPING)}
      value={form.values[field]}
      onChange={(digits) => form.setValues({ [field]: digits })}
      error={form.errors[field]}
    />
  )
}

function AddressFields({ form }: FieldProps) {
  const { address } = form.values
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <MaskedInput
        label={ADDRESS_FIELDS.cep.label}
        {...maskOf(CEP_TYPING)}
        value={address.cep}
        onChange={(cep) => form.setValues({ address: { ...address, cep } })}
        error={form.errors['address.cep']}
      />
      {ADDRESS_TEXTS.map((name) => (
        <TextInput key={name} label={ADDRESS_FIELDS[name].label} {...form.getInputProps(`address.${name}`)} />
      ))}
      <TextInput
        label={ADDRESS_FIELDS.state.label}
        maxLength={2}
        styles={{ input: { textTransform: 'uppercase' } }}
        {...form.getInputProps('address.state')}
      />
    </SimpleGrid>
  )
}
