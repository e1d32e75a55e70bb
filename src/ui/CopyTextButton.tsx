import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from './copy-text.ts'
import { notify } from './notify.ts'

export function CopyTextButton({ text }: { readonly text: string }) {
  const copy = async () => {
    if (await copyText(text)) notify.success('Texto copiado')
  }
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      Copiar texto
    </Button>
  )
}
