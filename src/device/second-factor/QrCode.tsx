/** A text as a picture for another device's camera: always dark on light, since cameras read it so. */
import { encode } from 'uqr'

/** The standard asks for four modules of light around the code. */
const MARGIN = 4

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: MARGIN })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8, flex: 'none' }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
