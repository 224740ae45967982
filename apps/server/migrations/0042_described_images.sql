-- Images that were prepared before the program read what a file says about itself. It locks asset_version against writing
-- while it makes the index, some seconds for a million rows. The pages of a PDF say nothing.

create index asset_version_undescribed on asset_version (tenant_id, upload_uuid)
  where technical ? 'colourSpace' and not technical ? 'embedded' and technical ->> 'format' <> 'pdf';
