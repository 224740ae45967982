import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { FilterGroup } from './facet.tsx';
import classes from './filter-panel.module.css';

interface FoldedFilterProps {
  legend: string;
  isOpenAtFirst: boolean;
  children: ReactNode;
}

/** A filter, or a group of filters, that a press of its name shows and hides. */
export function FoldedFilter({ legend, isOpenAtFirst, children }: FoldedFilterProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <FilterGroup
      legend={
        <UnstyledButton
          className={classes.opener ?? ''}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} stroke={1.7} aria-hidden />
          {legend}
        </UnstyledButton>
      }
    >
      {isOpen && <div id={id}>{children}</div>}
    </FilterGroup>
  );
}
