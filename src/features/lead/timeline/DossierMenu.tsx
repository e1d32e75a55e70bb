/** 'Dossiê' of a lead's history, for management: docs/rules.md#dossier */
import { Button, Menu } from '@mantine/core'
import { IconFileCertificate, IconFileTypePdf, IconJson } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dossierPdfRoute, dossierRoute } from '../../../contract/dossier.ts'
import { downloadAnswer } from '../../../device/download.ts'
import { dossierName } from '../../../domain/dossier/dossier.ts'

const FORMS = {
  pdf: { route: dossierPdfRoute, words: 'PDF, para ler e imprimir', Icon: IconFileTypePdf },
  json: { route: dossierRoute, words: 'JSON, para conferir', Icon: IconJson },
} as const

export function DossierMenu({ id }: { readonly id: number }) {
  const [saving, setSaving] = useState(false)
  const save = async (form: keyof typeof FORMS) => {
    setSaving(true)
    await downloadAnswer(`${dossierName(id)}.${form}`, (token) =>
      call(FORMS[form].route, { token, params: { id } }),
    )
    setSaving(false)
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          w="fit-content"
          loading={saving}
          leftSection={<IconFileCertificate size={18} />}
        >
          Dossiê
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['pdf', 'json'] as const).map((form) => {
          const { words, Icon } = FORMS[form]
          return (
            <Menu.Item
              key={form}
              leftSection={<Icon size={18} />}
              onClick={() => {
                void save(form)
              }}
            >
              {words}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
