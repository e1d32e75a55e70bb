/** 'Modelos de mensagem': texts for WhatsApp with the client's fields. docs/rules.md#message-templates */
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { listWords } from '../../../domain/catalogue/lists.ts'
import { PURPOSE_WORDS } from '../../../domain/whatsapp/templates.ts'
import { catalogueList } from '../catalogue-list.ts'
import { NAME_COLUMN, SITUATION_COLUMN } from '../list-columns.tsx'
import { TemplateFields } from '../templates/TemplateFields.tsx'

const WORDS = listWords('message_templates')

export const messageTemplateList = catalogueList(MANAGED.message_templates, {
  title: 'Modelos de mensagem',
  whenEmpty: () => 'São textos prontos para o WhatsApp; sem eles, o corretor escreve cada mensagem do zero.',
  columns: () => [
    NAME_COLUMN,
    {
      key: 'uso',
      label: WORDS.purpose,
      cell: ({ purpose }) => PURPOSE_WORDS[purpose],
      sortBy: ({ purpose }) => PURPOSE_WORDS[purpose],
      width: 140,
    },
    { key: 'texto', label: WORDS.body, cell: ({ body }) => body },
    {
      key: 'meta',
      label: 'Modelo na Meta',
      cell: ({ meta_name }) => meta_name ?? 'Só por link',
      sortBy: ({ meta_name }) => meta_name,
      width: 170,
    },
    SITUATION_COLUMN,
  ],
  searchLabel: 'Buscar por nome ou texto',
  searchedIn: ({ name, body }) => `${name} ${body}`,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isActive: ({ active }) => active,
  initial: (row) => ({
    name: row?.name ?? '',
    purpose: row?.purpose ?? 'other',
    body: row?.body ?? '',
    meta_name: row?.meta_name ?? null,
    meta_language: row?.meta_language ?? 'pt_BR',
    position: row?.position ?? 0,
    active: row?.active ?? true,
  }),
  fields: (form) => <TemplateFields form={form} />,
})
