import { useTranslation } from '../../i18n/translation.tsx';
import { axisTop, slotWidth } from '../../lib/chart-axis.ts';
import { formatMoney } from '../../lib/format.ts';

export interface Bar {
  key: string;
  label: string;
  /** In ISK; one value for each series. */
  values: readonly number[];
}

interface Props {
  bars: readonly Bar[];
  /** The names of the series; the first is drawn in the muted colour where there are two. */
  series: readonly string[];
}

const HEIGHT = 160;
/** Of the bars above one label. */
const BARS = 42;
const GAP = 4;

/** A small bar chart. Screen readers have the table below it, which has the same figures. */
export function BarChart({ bars, series }: Props) {
  const { lang } = useTranslation();
  const values = bars.flatMap((bar) => bar.values);
  const top = axisTop(values);
  const slot = slotWidth(bars.map(({ label }) => label));
  const width = Math.max(1, bars.length) * slot;
  const thickness = (BARS - GAP * (series.length - 1)) / series.length;
  const colour = (index: number) => (index === series.length - 1 ? 'fill-chart' : 'fill-chart-muted');
  return (
    <figure aria-hidden className="no-print px-5 pt-4">
      {series.length > 1 && (
        <figcaption className="mb-2 flex gap-5 text-dense text-muted">
          {series.map((name, index) => (
            <span key={name} className="flex items-center gap-2">
              <svg width="10" height="10" className={colour(index)} aria-hidden>
                <rect width="10" height="10" rx="2" />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <svg
        viewBox={`0 0 ${width} ${HEIGHT + 22}`}
        preserveAspectRatio="xMidYMid meet"
        className="max-h-56 w-full"
        aria-hidden
      >
        <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} className="stroke-border" />
        {bars.map(({ key, label, values: of }, at) => (
          <g key={key}>
            <title>{[label, ...of.map((value) => formatMoney(value, 'ISK', lang))].join(' · ')}</title>
            {of.map((value, index) => {
              const height = (Math.min(Math.max(value, 0), top) / top) * (HEIGHT - 14);
              const x = at * slot + (slot - BARS) / 2 + index * (thickness + GAP);
              return (
                <g key={series[index]}>
                  <rect
                    x={x}
                    y={HEIGHT - height}
                    width={thickness}
                    height={height}
                    rx="3"
                    className={colour(index)}
                  />
                  {value > top && (
                    <path
                      d={`M ${x} ${HEIGHT - height + 8} l ${thickness} -6`}
                      className="stroke-paper"
                      strokeWidth="3"
                    />
                  )}
                </g>
              );
            })}
            <text
              x={at * slot + slot / 2}
              y={HEIGHT + 16}
              textAnchor="middle"
              className="fill-muted text-[0.7rem]"
            >
              {label}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
