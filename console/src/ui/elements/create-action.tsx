import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button, buttonClass } from './button.tsx';

/** The primary action of a list: opens a dialog that creates a record. */
export function CreateButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}

interface LinkProps {
  label: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

/** The same, where records are created on a screen of their own. */
export function CreateLink({ label, to, search = {} }: LinkProps) {
  return (
    <Link to={to} search={search} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  );
}
