import { type DragEvent, type ReactNode, useState } from 'react';

interface Props {
  label: string;
  onFiles(files: readonly File[]): void;
  /** The classes, depending on whether a file is held over the zone. */
  className(isOver: boolean): string;
  children: ReactNode;
}

/** A region that takes files dropped from the desktop. */
export function DropZone({ label, onFiles, className, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={className(isOver)}
    >
      {children}
    </section>
  );
}
